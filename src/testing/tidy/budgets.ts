import { isNode, isTest, lineAt, nodesOf, type Node, type Rule, type Source } from '#testing/tidy/source.ts';

/** Maximum number of lines of a file. All limits in this file may be lowered but not raised. */
const FILE_LINES = 250;
const FUNCTION_LINES = 60;
const COMPONENT_LINES = 100;

/**
 * Returns whether a file is a table, which may have any length. Tables are lists of test cases, and routes of the
 * contract with their types.
 */
const isTable = ({ path, text }: Source): boolean =>
  isTest(path) || (path.startsWith('src/contract/') && text.includes('= route('));

export const fileBudget: Rule = (source) => {
  if (isTable(source)) return [];
  const lines = source.text.trimEnd().split('\n').length;
  return lines > FILE_LINES ? [{ at: 0, says: `is ${lines} lines long; split it: the limit is ${FILE_LINES}` }] : [];
};

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

export const functionBudget: Rule = (source) =>
  nodesOf(source.tree).flatMap(([node, parent]) => {
    if (!FUNCTIONS.has(node.type) || isTest(source.path)) return [];
    const name = nameOf(node, parent);
    const allowed = source.path.endsWith('.tsx') && /^[A-Z]/.test(name) ? COMPONENT_LINES : FUNCTION_LINES;
    const lines = linesOf(source, node);
    return lines > allowed
      ? [{ at: node.start, says: `${name} is ${lines} lines long; split it: the limit is ${allowed}` }]
      : [];
  });

const linesOf = ({ text }: Source, { start, end }: Node): number => lineAt(text.slice(start, end), end - start);

function nameOf(node: Node, parent: Node | undefined): string {
  const id = [node.id, parent?.id, parent?.key].find(isNode);
  return typeof id?.name === 'string' ? id.name : 'a function';
}
