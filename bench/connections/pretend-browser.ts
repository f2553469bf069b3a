import { FaultySocket } from './faulty-socket.ts';

/**
 * Provides the parts of a browser that the product's client needs. The page is visible, and its sockets can have
 * faults.
 */
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
