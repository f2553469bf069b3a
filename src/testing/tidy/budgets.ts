import { isNode, isTest, lineAt, nodesOf, type Node, type Rule, type Source } from '#testing/tidy/source.ts';

/** These only ever fall. */
const FILE_LINES = 250;
const FUNCTION_LINES = 60;
const COMPONENT_LINES = 100;

export const fileBudget: Rule = ({ text }) => {
  const lines = text.trimEnd().split('\n').length;
  return lines > FILE_LINES ? [{ at: 0, says: `has ${lines} lines, ${FILE_LINES} are allowed` }] : [];
};

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

export const functionBudget: Rule = (source) =>
  [...nodesOf(source.tree)].flatMap(([node, parent]) => {
    if (!FUNCTIONS.has(node.type) || isTestBody(source.path, parent)) return [];
    const name = nameOf(node, parent);
    const allowed = source.path.endsWith('.tsx') && /^[A-Z]/.test(name) ? COMPONENT_LINES : FUNCTION_LINES;
    const lines = linesOf(source, node);
    return lines > allowed ? [{ at: node.start, says: `${name} has ${lines} lines, ${allowed} are allowed` }] : [];
  });

const linesOf = ({ text }: Source, { start, end }: Node): number => lineAt(text.slice(start, end), end - start);

function nameOf(node: Node, parent: Node | undefined): string {
  const id = [node.id, parent?.id, parent?.key].find(isNode);
  return typeof id?.name === 'string' ? id.name : 'a function';
}

/** What is handed to `describe` is a chapter of a file, not a function. */
const isTestBody = (path: string, parent: Node | undefined): boolean =>
  isTest(path) && parent?.type === 'CallExpression' && isNode(parent.callee) && rootName(parent.callee) === 'describe';

/** `describe` of `describe.each([…])`. */
function rootName(node: Node): unknown {
  const inner = [node.object, node.callee].find(isNode);
  return inner ? rootName(inner) : node.name;
}
