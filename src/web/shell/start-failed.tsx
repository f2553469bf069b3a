import { useState } from 'react';

/**
 * Shown if the start failed. Phrases and the theme are not loaded yet, so the text is in both languages and unstyled.
 */
export function StartFailed({ onRetry }: { onRetry: () => Promise<void> }) {
  const [isTrying, setIsTrying] = useState(false);
  const retry = () => {
    setIsTrying(true);
    // If the start fails again, this page stays on screen and its button works again.
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
