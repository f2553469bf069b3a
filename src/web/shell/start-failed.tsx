import { useState } from 'react';

/** Before the configuration is here there are no words and no theme: both languages, the browser's own looks. */
export function StartFailed({ onRetry }: { onRetry: () => Promise<void> }) {
  const [isTrying, setIsTrying] = useState(false);
  const retry = () => {
    setIsTrying(true);
    // Where that fails too, this stays on the screen, and may be pressed again.
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
