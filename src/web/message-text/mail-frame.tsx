import { createElement, useMemo, type CSSProperties, type ReactNode } from 'react';
import css from './message-text.module.css';

/** The elements of the HTML of our emails. Links are shown as text, because a preview leads nowhere. */
const SHOWN: Readonly<Record<string, string>> = { DIV: 'div', P: 'p', BR: 'br', A: 'span' };

/**
 * Shows the HTML of an email. The content security policy forbids frames and inline styles, so the elements are built
 * one by one. Other elements are shown as their text.
 */
export function MailFrame({ html }: { html: string }) {
  const content = useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    return { style: styleOf(body), children: childrenOf(body) };
  }, [html]);
  return (
    <div className={css.frame} style={content.style}>
      {content.children}
    </div>
  );
}

const childrenOf = (parent: Node): ReactNode[] => [...parent.childNodes].map((node, index) => shownNode(node, index));

function shownNode(node: Node, key: number): ReactNode {
  if (!(node instanceof Element)) return node.textContent;
  const name = SHOWN[node.tagName];
  if (!name) return node.textContent;
  return name === 'br' ? <br key={key} /> : createElement(name, { key, style: styleOf(node) }, ...childrenOf(node));
}

/** Returns the inline style of an element, such as `margin:0`, as React wants it. */
function styleOf(element: Element): CSSProperties {
  const rules = (element.getAttribute('style') ?? '').split(';').filter((rule) => rule.includes(':'));
  return Object.fromEntries(
    rules.map((rule) => {
      const at = rule.indexOf(':');
      const name = rule.slice(0, at).trim();
      return [name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), rule.slice(at + 1).trim()];
    }),
  );
}
