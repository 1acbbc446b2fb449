// The project's own lint rules. ESLint's max-lines-per-function counts inner functions as part of the outer one with one limit for all; a
// factory (`createSync(deps)` returning an object of functions) needs two: one for each function's own lines, one for the whole.

const functions = ':matches(FunctionDeclaration, FunctionExpression, ArrowFunctionExpression)';

function nameOf(node) {
  const { parent } = node;
  return node.id?.name ?? parent?.id?.name ?? parent?.key?.name ?? 'This function';
}

const classes = ':matches(ClassDeclaration, ClassExpression)';

const limit = { type: 'integer' };
const options = [{ type: 'object', properties: { max: limit }, required: ['max'] }];
const wholeOptions = [
  { type: 'object', properties: { max: limit, classMax: limit }, required: ['max', 'classMax'] },
];

/** Lines with code in a function, without those that belong to functions inside it. */
const ownLines = {
  meta: {
    type: 'suggestion',
    schema: options,
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
        // Tokens that close the statement of an inner function make no line of their own.
        if (!isInside(token.range) && !/^[;,)\]]$/.test(token.value))
          lines.add(token.loc.start.line);
      if (lines.size <= max) return;
      const data = { name: nameOf(node), count: lines.size, max };
      context.report({ node, messageId: 'tooLong', data });
    };
    return { [functions]: enter, [`${functions}:exit`]: leave };
  },
};

/** Lines with code in a whole top-level function or method, and in a whole class, with everything inside it. */
const wholeLines = {
  meta: {
    type: 'suggestion',
    schema: wholeOptions,
    messages: { tooLong: '{{name}} has {{count}} lines in all, {{max}} are allowed.' },
  },
  create(context) {
    const [{ max, classMax }] = context.options;
    let depth = 0;
    const check = (node, most) => {
      const tokens = context.sourceCode.getTokens(node);
      const lines = new Set(tokens.map((token) => token.loc.start.line));
      if (lines.size <= most) return;
      const data = { name: nameOf(node), count: lines.size, max: most };
      context.report({ node, messageId: 'tooLong', data });
    };
    const enter = (node) => {
      depth += 1;
      if (depth === 1) check(node, max);
    };
    const leave = () => {
      depth -= 1;
    };
    return {
      [functions]: enter,
      [`${functions}:exit`]: leave,
      // A class within a function counts with that function.
      [classes]: (node) => {
        if (depth === 0) check(node, classMax);
      },
    };
  },
};

/** A failure that nobody looks at (`catch {`, `.catch(() => …)`) needs a comment that says why it is expected. */
const silentCatch = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      silent: 'Report what is caught (unexpected), or say in a comment why it is expected.',
    },
  },
  create(context) {
    const source = context.sourceCode;
    const commented = new Set();
    for (const { loc } of source.getAllComments())
      for (let line = loc.start.line; line <= loc.end.line; line += 1) commented.add(line);
    const check = (node, from, to) => {
      for (let line = from; line <= to; line += 1) if (commented.has(line)) return;
      context.report({ node, messageId: 'silent' });
    };
    const statementOf = (node) => {
      let at = node;
      while (at.parent && !/Statement$|Declaration$|^Property$/.test(at.type)) at = at.parent;
      return at;
    };
    return {
      'CatchClause[param=null]': (node) => check(node, node.loc.start.line - 1, node.loc.end.line),
      "CallExpression[callee.property.name='catch'] > :matches(ArrowFunctionExpression, FunctionExpression)[params.length=0]":
        (node) => {
          const above = statementOf(node).loc.start.line - 1;
          check(node, above, node.loc.end.line);
        },
    };
  },
};

/** Words with which a sentence without subject or verb begins, such as "Of the room, or nothing." */
const fragment = /^[/*\s]*(What|Who|Whose|Whom|Whoever|Of|Where|Nobody|Nothing|As)\b/;

/** A comment is a sentence that a stranger understands: it does not begin as a fragment does. */
const plainComments = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { fragment: 'Say this in a sentence that does not begin with "{{word}}".' },
  },
  create(context) {
    const { comments } = context.sourceCode.ast;
    return {
      Program() {
        comments.forEach(({ type, value, loc }, at) => {
          const before = comments[at - 1];
          const goesOn =
            type === 'Line' &&
            before?.type === 'Line' &&
            before.loc.end.line === loc.start.line - 1;
          const word = goesOn ? undefined : fragment.exec(value)?.[1];
          if (word !== undefined) context.report({ loc, messageId: 'fragment', data: { word } });
        });
      },
    };
  },
};

/** Names of methods that write to what they are called on. */
const writing =
  /^(?:add|clear|delete|fill|pop|push|reverse|set[A-Z]?\w*|shift|sort|splice|unshift)$/;

/** Factories of libraries whose results hold no state. */
const stateless = /^create(?:Action|AsyncThunk|Context|Selector|Slice)$/;

/** Whether `name.member = …`, `delete name.member`, `Object.assign(name, …)`. */
function isAssigned(node) {
  const { parent } = node;
  if (parent.type === 'CallExpression')
    return (
      parent.callee.object?.name === 'Object' &&
      parent.callee.property.name === 'assign' &&
      parent.arguments[0] === node
    );
  if (parent.type !== 'MemberExpression' || parent.object !== node) return false;
  const { parent: above } = parent;
  if (above.type === 'AssignmentExpression') return above.left === parent;
  return above.type === 'UpdateExpression' || above.operator === 'delete';
}

/** Whether a method is called that writes, as in `name.set(…)`. */
function isWritten(node) {
  const { parent } = node;
  const isCalled = parent.parent?.type === 'CallExpression' && parent.parent.callee === parent;
  if (parent.type !== 'MemberExpression' || parent.object !== node || !isCalled) return false;
  return !parent.computed && writing.test(parent.property.name);
}

/** The name of the function whose answer a `const` is. */
const makerOf = ({ init }) =>
  init?.type === 'CallExpression' ? (init.callee.name ?? init.callee.property?.name ?? '') : '';

/** A module keeps no state: the wiring makes it, so that neither two windows nor two tests share it. */
const moduleState = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      state: '{{name}} is state that all users of this module share: make it in the wiring.',
    },
  },
  create(context) {
    const hasState = (scope, { references }, { type, node, parent }) => {
      if (type === 'ImportBinding')
        return (
          /^[.#]/.test(parent.source.value) && references.some((one) => isAssigned(one.identifier))
        );
      if (type !== 'Variable') return false;
      if (parent.kind !== 'const') return true;
      const maker = makerOf(node);
      if (maker === 'withResolvers' || (/^create[A-Z]/.test(maker) && !stateless.test(maker)))
        return true;
      // A table that is filled while the module is evaluated is a constant afterwards.
      const later = references.filter((one) => one.from.variableScope !== scope);
      return later.some(({ identifier }) => isAssigned(identifier) || isWritten(identifier));
    };
    return {
      'Program:exit'(program) {
        const scopes = context.sourceCode.getScope(program).childScopes;
        const scope = scopes.find(({ type }) => type === 'module');
        for (const variable of scope?.variables ?? [])
          for (const definition of variable.defs)
            if (hasState(scope, variable, definition)) {
              const data = { name: variable.name };
              context.report({ node: definition.name, messageId: 'state', data });
            }
      },
    };
  },
};

/** An ESLint plugin. */
export const trellisRules = {
  rules: {
    'own-lines': ownLines,
    'whole-lines': wholeLines,
    'silent-catch': silentCatch,
    'plain-comments': plainComments,
    'module-state': moduleState,
  },
};
