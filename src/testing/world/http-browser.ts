/** A minimal browser: it keeps cookies for each origin and follows redirects. */
export type HttpBrowser = {
  /**
   * Returns the page after all redirects. If `until` returns true for an address, the browser stops before it requests
   * that address.
   */
  goTo(url: string, form?: Record<string, string>, until?: (url: URL) => boolean): Promise<Page>;
};

export type Page = { readonly url: URL; readonly status: number; readonly body: string };

const HOPS_MAX = 20;

export function createHttpBrowser(): HttpBrowser {
  const jars = new Map<string, Map<string, string>>();
  const load = async (url: URL, form: Record<string, string> | undefined): Promise<Response> => {
    const jar = jars.get(url.origin) ?? new Map<string, string>();
    jars.set(url.origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html', cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', ...value] = (line.split(';')[0] ?? '').split('=');
      jar.set(name, value.join('='));
    }
    return response;
  };
  return {
    async goTo(address, form, until = () => false) {
      let url = new URL(address);
      let sent = form;
      for (let hop = 0; hop < HOPS_MAX; hop += 1) {
        const response = await load(url, sent);
        const location = response.headers.get('location');
        if (location === null) return { url, status: response.status, body: await response.text() };
        url = new URL(location, url);
        sent = undefined;
        if (until(url)) return { url, status: response.status, body: '' };
      }
      throw new Error(`too many redirects, the last one to ${url.href}`);
    },
  };
}
