import { FaultySocket } from './faulty-socket.ts';

/** As much of a browser as the product's own client asks for: a page that is looked at, on a network that has faults. */
export function pretendBrowser(): void {
  const target = { addEventListener: () => undefined, removeEventListener: () => undefined };
  const page = {
    window: target,
    document: { ...target, visibilityState: 'visible' },
    location: { href: 'http://greenlot.test/' },
    navigator: { onLine: true },
    WebSocket: FaultySocket,
  };
  for (const [name, value] of Object.entries(page))
    Object.defineProperty(globalThis, name, { value, configurable: true });
}
