// The project's own lint rules. One so far: ESLint's max-lines-per-function counts inner functions as part of the outer
// one, which forbids factories (`createSync(deps)` returning an object of functions), the shape of most modules here.

/** Lines with code in a function, without those that belong to functions inside it. */
const ownLines = {
  meta: {
    type: 'suggestion',
    schema: [{ type: 'object', properties: { max: { type: 'integer' } }, required: ['max'] }],
    messages: { tooLong: '{{name}} has {{count}} lines of its own, {{max}} are allowed.' },
  },
  create(context) {
    const [{ max }] = context.options;
    const source = context.sourceCode;
    const stack = [];
    const enter = (node) => stack.push({ node, inner: [] });
    const leave = () => {
      const { node, inner } = stack.pop();
      stack.at(-1)?.inner.push(node);
      const isInside = ([start]) =>
        inner.some((one) => start > one.range[0] && start < one.range[1]);
      const lines = new Set();
      for (const token of source.getTokens(node))
        // What closes an inner function's statement is no line of its own.
        if (!isInside(token.range) && !/^[;,)\]]$/.test(token.value))
          lines.add(token.loc.start.line);
      if (lines.size <= max) return;
      const parent = node.parent;
      const name = node.id?.name ?? parent?.id?.name ?? parent?.key?.name ?? 'This function';
      context.report({ node, messageId: 'tooLong', data: { name, count: lines.size, max } });
    };
    const selector = ':matches(FunctionDeclaration, FunctionExpression, ArrowFunctionExpression)';
    return { [selector]: enter, [`${selector}:exit`]: leave };
  },
};

/** An ESLint plugin. */
export const trellisRules = { rules: { 'own-lines': ownLines } };
