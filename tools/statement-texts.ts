import ts from 'typescript'

/** A statement as the source has it: what it asserts of its rows, and every text that it can have. */
export interface FoundStatement {
  file: string
  line: number
  /** The type of one row; undefined where nothing is asserted. */
  row: ts.Type | undefined
  texts: readonly string[]
  /** Plain text, whose parameters its caller numbers: `$1` is the client. */
  isPlain: boolean
  /** An expression inside a statement of the builder; `row` is the type of its value. */
  isPiece: boolean
  /** Why its text cannot be told without running it. */
  unresolved?: string
}

interface Sent {
  asserting: ts.CallExpression | ts.TaggedTemplateExpression
  text: ts.Expression
  isPlain: boolean
  isPiece?: boolean
}

class Unresolved extends Error {}
const giveUp = (node: ts.Node, why: string): never => {
  throw new Unresolved(`${why}: ${node.getText().slice(0, 60).replaceAll(/\s+/g, ' ')}`)
}

type Scope = ReadonlyMap<ts.Symbol, { node: ts.Expression; scope: Scope }>

/** Stands for a value that travels beside the text, until it gets its number. */
const hole = '\u0001'
const mostTexts = 48
const combine = (parts: readonly (readonly string[])[]): string[] => {
  let texts = ['']
  for (const part of parts) {
    const next = texts.flatMap(text => part.map(more => text + more))
    // Beyond that every part is still seen once: alternatives of one do not hang on those of another.
    texts = next.length <= mostTexts ? next : part.map((more, at) => (texts[at % texts.length] ?? '') + more)
    if (next.length > mostTexts) texts.push(...next.slice(0, mostTexts - texts.length))
  }
  return texts
}

/** Reads statements out of the source by following constants, plain functions and conditions; what a caller brings is a value. */
export const findStatements = (program: ts.Program, sources: readonly ts.SourceFile[], root: string): FoundStatement[] => {
  const checker = program.getTypeChecker()

  const symbolOf = (node: ts.Node): ts.Symbol | undefined => {
    const symbol = checker.getSymbolAtLocation(node)
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  }
  const literalsOf = (node: ts.Expression): string[] | undefined => {
    const type = checker.getTypeAtLocation(node)
    const types = type.isUnion() ? type.types : [type]
    return types.every(each => each.isStringLiteral()) ? types.map(each => (each.isStringLiteral() ? each.value : '')) : undefined
  }
  /** Whether an interpolation is a piece of SQL, and no value. */
  const isPiece = (node: ts.Expression): boolean => {
    const type = checker.getTypeAtLocation(node)
    return (type.isUnion() ? type.types : [type]).some(each =>
      /^(RawBuilder|Expression|AliasedRawBuilder)/.test(checker.typeToString(each)),
    )
  }

  const strip = (node: ts.Expression): ts.Expression =>
    ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isNonNullExpression(node)
      ? strip(node.expression)
      : node

  /** The expression behind a name, a property or a parameter, as far as the source says. */
  const origin = (given: ts.Expression, scope: Scope): { node: ts.Expression; scope: Scope } | undefined => {
    const node = strip(given)
    if (ts.isIdentifier(node)) {
      const symbol = symbolOf(node)
      const bound = symbol && scope.get(symbol)
      if (bound) return origin(bound.node, bound.scope) ?? bound
      const declaration = symbol?.valueDeclaration
      if (declaration && ts.isVariableDeclaration(declaration) && declaration.initializer && ts.isIdentifier(declaration.name))
        return origin(declaration.initializer, scope) ?? { node: declaration.initializer, scope }
      return undefined
    }
    if (ts.isPropertyAccessExpression(node)) {
      const holder = origin(node.expression, scope)
      return holder && propertyOf(holder, node.name.text)
    }
    return { node, scope }
  }
  const propertyOf = (holder: { node: ts.Expression; scope: Scope }, name: string): { node: ts.Expression; scope: Scope } | undefined => {
    const object = strip(holder.node)
    if (!ts.isObjectLiteralExpression(object)) return undefined
    for (const property of object.properties.toReversed()) {
      if (ts.isPropertyAssignment(property) && property.name.getText().replaceAll(/['"]/g, '') === name)
        return origin(property.initializer, holder.scope) ?? { node: property.initializer, scope: holder.scope }
      if (ts.isSpreadAssignment(property)) {
        const spread = origin(property.expression, holder.scope)
        const inside = spread && propertyOf(spread, name)
        if (inside) return inside
      }
    }
    return undefined
  }
  /** The entries of an object literal, spreads included. */
  const entriesOf = (given: ts.Expression, scope: Scope): [string, ts.Expression, Scope][] => {
    const found = origin(given, scope)
    const object = found && strip(found.node)
    if (!object || !ts.isObjectLiteralExpression(object)) return giveUp(given, 'no object that stands in the source')
    return object.properties.flatMap((property): [string, ts.Expression, Scope][] => {
      if (ts.isPropertyAssignment(property))
        return [[property.name.getText().replaceAll(/['"]/g, ''), property.initializer, found?.scope ?? scope]]
      if (ts.isSpreadAssignment(property)) return entriesOf(property.expression, found?.scope ?? scope)
      return giveUp(property, 'a property of an unknown kind')
    })
  }

  const listOf = (given: ts.Expression, scope: Scope): string[][] => {
    const found = origin(given, scope)
    const node = found && strip(found.node)
    const inner = found?.scope ?? scope
    if (node && ts.isArrayLiteralExpression(node)) return node.elements.map(element => textsOf(element, inner))
    if (node && ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression: holder, name } = node.expression
      const [first] = node.arguments
      if (name.text === 'keys' && holder.getText() === 'Object' && first) return entriesOf(first, inner).map(([key]) => [key])
      if (name.text === 'map' && first && ts.isArrowFunction(first)) {
        const parameter = first.parameters[0]?.name
        const symbol = parameter && checker.getSymbolAtLocation(parameter)
        return listOf(holder, inner).map(texts =>
          bodyTexts(first, new Map([...inner, ...(symbol ? [[symbol, { node: literal(texts), scope: inner }] as const] : [])])),
        )
      }
    }
    return giveUp(given, 'a list that is not in the source')
  }
  const literal = (texts: readonly string[]): ts.Expression => ts.factory.createStringLiteral(texts[0] ?? '')

  const bodyTexts = (body: ts.ArrowFunction | ts.FunctionDeclaration, scope: Scope): string[] => {
    if (!body.body) return giveUp(body, 'a function without a body')
    if (!ts.isBlock(body.body)) return textsOf(body.body, scope)
    const [last] = body.body.statements.toReversed()
    if (last && ts.isReturnStatement(last) && last.expression && body.body.statements.slice(0, -1).every(ts.isVariableStatement))
      return textsOf(last.expression, scope)
    return giveUp(body, 'a function of several steps')
  }

  const callTexts = (node: ts.CallExpression, scope: Scope): string[] => {
    const [first, second] = node.arguments
    const callee = node.expression
    if (ts.isPropertyAccessExpression(callee)) {
      const { expression: holder, name } = callee
      if (holder.getText() === 'sql' && first) {
        if (name.text === 'join') {
          const list = listOf(first, scope)
          const between = second ? textsOf(second, scope) : [', ']
          return combine(list.flatMap((texts, at) => (at === 0 ? [texts] : [between, texts])))
        }
        if (['raw', 'ref', 'id', 'table', 'lit'].includes(name.text)) return textsOf(first, scope)
      }
      if (name.text === 'join' && first) {
        const list = listOf(holder, scope)
        return combine(list.flatMap((texts, at) => (at === 0 ? [texts] : [textsOf(first, scope), texts])))
      }
      if ((name.text === 'replace' || name.text === 'replaceAll') && first && second) {
        const [from = ''] = textsOf(first, scope)
        const [to = ''] = textsOf(second, scope)
        return textsOf(holder, scope).map(text => (name.text === 'replace' ? text.replace(from, to) : text.replaceAll(from, to)))
      }
      if (name.text === 'as') return textsOf(holder, scope)
    }
    const declaration = symbolOf(callee)?.valueDeclaration
    if (callee.getText() === 'rowsAsTable' && second) {
      const entries = entriesOf(second, scope).map(([column, type, inner]) => [column, textsOf(type, inner)[0]])
      const lists = entries.map(([, type]) => `${hole}::${type}[]`)
      return [`unnest(${lists.join(', ')}) as given (${entries.map(([column]) => `"${column}"`).join(', ')})`]
    }
    const held =
      declaration && ts.isVariableDeclaration(declaration) && declaration.initializer ? strip(declaration.initializer) : declaration
    if (!held || !(ts.isArrowFunction(held) || ts.isFunctionDeclaration(held))) return giveUp(node, 'a call that cannot be followed')
    return bodyTexts(held, new Map([...scope, ...bindings(held, node.arguments, scope)]))
  }

  const bindings = (
    held: ts.ArrowFunction | ts.FunctionDeclaration,
    values: readonly ts.Expression[],
    scope: Scope,
  ): [ts.Symbol, { node: ts.Expression; scope: Scope }][] =>
    held.parameters.flatMap((parameter, at) => {
      const value = values[at] ?? parameter.initializer
      if (!value) return []
      if (ts.isIdentifier(parameter.name)) {
        const symbol = checker.getSymbolAtLocation(parameter.name)
        return symbol ? [[symbol, { node: value, scope }]] : []
      }
      if (!ts.isObjectBindingPattern(parameter.name)) return []
      const holder = origin(value, scope)
      return parameter.name.elements.flatMap((element): [ts.Symbol, { node: ts.Expression; scope: Scope }][] => {
        const symbol = checker.getSymbolAtLocation(element.name)
        const inside = holder && propertyOf(holder, (element.propertyName ?? element.name).getText())
        return symbol && inside ? [[symbol, inside]] : []
      })
    })

  const textsOf = (given: ts.Expression, scope: Scope): string[] => {
    const node = strip(given)
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isNumericLiteral(node)) return [node.text]
    if (ts.isTemplateExpression(node))
      return combine([[node.head.text], ...node.templateSpans.flatMap(span => [textsOf(span.expression, scope), [span.literal.text]])])
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') {
      const { template } = node
      if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text]
      return combine([
        [template.head.text],
        ...template.templateSpans.flatMap(span => [
          isPiece(span.expression) ? textsOf(span.expression, scope) : [hole],
          [span.literal.text],
        ]),
      ])
    }
    if (ts.isConditionalExpression(node)) return [...new Set([...textsOf(node.whenTrue, scope), ...textsOf(node.whenFalse, scope)])]
    if (ts.isBinaryExpression(node)) {
      if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) return combine([textsOf(node.left, scope), textsOf(node.right, scope)])
      if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
        if (ts.isPropertyAccessExpression(node.left) && !origin(node.left, scope)) return textsOf(node.right, scope)
        return [...new Set([...textsOf(node.left, scope), ...textsOf(node.right, scope)])]
      }
    }
    if (ts.isElementAccessExpression(node)) {
      const key = literalsOf(node.argumentExpression)
      return entriesOf(node.expression, scope)
        .filter(([name]) => key?.includes(name) ?? true)
        .flatMap(([, value, inner]) => textsOf(value, inner))
    }
    if (ts.isCallExpression(node)) return callTexts(node, scope)
    const found = origin(node, scope)
    if (found && strip(found.node) !== node) return textsOf(found.node, found.scope)
    return literalsOf(node) ?? giveUp(node, 'brought by the caller')
  }

  const rowOf = (node: ts.CallExpression | ts.TaggedTemplateExpression): ts.Type | undefined => {
    const [asserted] = node.typeArguments ?? []
    if (asserted) return checker.getTypeFromTypeNode(asserted)
    if (!ts.isCallExpression(node)) return undefined
    const promised = checker.getAwaitedType(checker.getTypeAtLocation(node))
    const row = promised && checker.isArrayType(promised) ? checker.getTypeArguments(promised as ts.TypeReference)[0] : undefined
    return row && row.flags & ts.TypeFlags.Unknown ? undefined : row
  }

  const isExecuted = ({ parent }: ts.Node): boolean => ts.isPropertyAccessExpression(parent) && parent.name.text === 'execute'

  /** The text's place among the arguments of what sends plain text. */
  const places: Record<string, number> = { rowsOf: 1, listing: 1, ask: 0, query: 0 }
  const sentBy = (node: ts.Node): Sent | undefined => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql' && node.typeArguments && !isExecuted(node))
      return { asserting: node, text: node, isPlain: false, isPiece: true }
    if (!ts.isCallExpression(node)) return undefined
    const callee = node.expression
    const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText()
    const text = node.arguments[places[name] ?? -1]
    if (text && (ts.isPropertyAccessExpression(callee) ? node.typeArguments : name === 'rowsOf' || name === 'listing'))
      return { asserting: node, text, isPlain: true }
    if (name !== 'execute' || !ts.isPropertyAccessExpression(callee)) return undefined
    const sent = strip(callee.expression)
    // Whatever else is executed was put together by the builder, which knows its types.
    if (!ts.isTaggedTemplateExpression(sent) && !(ts.isIdentifier(sent) && isPiece(sent))) return undefined
    const piece = origin(callee.expression, new Map())
    const tagged = piece && strip(piece.node)
    return { asserting: tagged && ts.isTaggedTemplateExpression(tagged) ? tagged : node, text: callee.expression, isPlain: false }
  }

  const callsByName = new Map<string, ts.CallExpression[]>()
  for (const source of sources) {
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
        const { text } = node.expression
        callsByName.set(text, [...(callsByName.get(text) ?? []), node])
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  /** The texts under what each caller of the function around brings; of functions that nobody calls by name, as it stands. */
  const everyText = (text: ts.Expression): { texts: string[]; unresolved?: string } => {
    try {
      return { texts: [...new Set(textsOf(text, new Map()))].map(numbered) }
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error
      const around = functionAround(text)
      const texts = around ? callsOf(around).flatMap(call => underCall(text, around, call)) : []
      return texts.length > 0 ? { texts: [...new Set(texts)].map(numbered) } : { texts: [], unresolved: error.message }
    }
  }
  const underCall = (text: ts.Expression, around: ts.ArrowFunction, call: ts.CallExpression): string[] => {
    try {
      return textsOf(text, new Map(bindings(around, call.arguments, new Map())))
    } catch (error) {
      if (error instanceof Unresolved) return []
      throw error
    }
  }
  const functionAround = (node: ts.Node): ts.ArrowFunction | undefined => {
    let around: ts.ArrowFunction | undefined
    for (let outer: ts.Node = node; !ts.isSourceFile(outer); outer = outer.parent) if (ts.isArrowFunction(outer)) around = outer
    return around
  }
  const callsOf = (around: ts.ArrowFunction): ts.CallExpression[] => {
    const { parent } = around
    if (!ts.isVariableDeclaration(parent) || !ts.isIdentifier(parent.name)) return []
    const symbol = checker.getSymbolAtLocation(parent.name)
    return (callsByName.get(parent.name.text) ?? []).filter(call => symbolOf(call.expression) === symbol)
  }

  const found: FoundStatement[] = []
  for (const source of sources) {
    const visit = (node: ts.Node): void => {
      const sent = sentBy(node)
      if (sent) {
        const at = {
          file: source.fileName.slice(root.length + 1),
          line: source.getLineAndCharacterOfPosition(sent.text.getStart()).line + 1,
          isPlain: sent.isPlain,
          isPiece: sent.isPiece ?? false,
          row: ts.isCallExpression(sent.asserting) && sent.text.parent !== sent.asserting ? undefined : rowOf(sent.asserting),
        }
        found.push({ ...at, ...everyText(sent.text) })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return found
}

const numbered = (text: string): string => {
  let count = 0
  return text.replaceAll(hole, () => `$${(count += 1)}`)
}
