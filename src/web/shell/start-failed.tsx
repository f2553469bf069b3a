import { useState } from 'react';

/** Shown before the configuration is loaded. There are no phrases and no theme yet: both languages, unstyled. */
export function StartFailed({ onRetry }: { onRetry: () => Promise<void> }) {
  const [isTrying, setIsTrying] = useState(false);
  const retry = () => {
    setIsTrying(true);
    // If it fails again, this stays on the screen and the button works again.
    void onRetry().finally(() => setIsTrying(false));
  };
  return (
    <main style={{ padding: 40, fontFamily: 'system-ui, sans-serif', textAlign: 'center' }}>
      <h1 style={{ fontSize: 20 }}>
        {'Cannot connect to the server'}
        <br />
        <span lang="zh-CN">{'无法连接服务器'}</span>
      </h1>
      <button type="button" onClick={retry} disabled={isTrying} style={{ padding: '8px 16px', font: 'inherit' }}>
        {'Try again · '}
        <span lang="zh-CN">{'重试'}</span>
      </button>
    </main>
  );
}
