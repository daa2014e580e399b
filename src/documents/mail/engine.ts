import { Liquid, ParseError, RenderError, UndefinedVariableError } from 'liquidjs'
import { escapeHtml } from '../../shared/domain/text/escape-html.ts'
import { mailFilters, mailTags } from './words.ts'

/** A template that cannot be filled in, in words for the person who writes it. */
export class TemplateProblem extends Error {}

/** Stands after a value that ends with a full stop, `MwSt.` or `Ltd.`, until the text is written. No text has this sign. */
const stopMark = '\u{f0000}'
const withMark = (value: string): string => (/[^.]\.$/.test(value) ? value + stopMark : value)

/** Such a value takes the place of the full stop that ends the sentence, also where a condition ends between them. */
const withOneStop = (text: string): string => text.replace(new RegExp(`${stopMark}(\\.(?!\\.))?`, 'gu'), '')

/**
 * A Liquid engine that only fills in values: no files, no loops, no `raw`, few filters, own properties only, and limits
 * on input, output and time (parts §10).
 */
function engineThatWrites(escape: (text: string) => string): Liquid {
  const engine = new Liquid({
    ownPropertyOnly: true,
    strictVariables: true,
    strictFilters: true,
    outputEscape: (value: unknown) => withMark(escape(typeof value === 'string' ? value : String(value ?? ''))),
    templates: {},
    cache: false,
    parseLimit: 100_000,
    renderLimit: 200,
    memoryLimit: 1_000_000,
  })
  for (const name of Object.keys(engine.tags)) if (!isOneOf(mailTags, name)) Reflect.deleteProperty(engine.tags, name)
  for (const name of Object.keys(engine.filters))
    if (!isOneOf(mailFilters, name)) Reflect.deleteProperty(engine.filters, name)
  return engine
}

const isOneOf = (names: readonly string[], name: string): boolean => names.includes(name)

const html = engineThatWrites((text) => escapeHtml(text).replace(/\r?\n/g, '<br>'))
const plain = engineThatWrites((text) => text)

/** The editor writes `>` as `&gt;`, also between the brackets of a condition. */
const unescapedBrackets = (body: string): string =>
  body.replace(/\{\{.*?\}\}|\{%.*?%\}/gs, (inside) =>
    inside
      .replace(/&gt;/g, '>')
      .replace(/&lt;/g, '<')
      .replace(/&quot;/g, '"')
      .replace(/&#39;/g, "'")
      .replace(/&nbsp;|\u00a0/g, ' ')
      .replace(/&amp;/g, '&'),
  )

/** The text with its values, which become HTML. Throws a TemplateProblem. */
export const fillHtml = (body: string, values: Readonly<Record<string, string>>): string =>
  fill(html, unescapedBrackets(body), values)

/** A subject with its values, as one line of text. Throws a TemplateProblem. */
export const fillLine = (subject: string, values: Readonly<Record<string, string>>): string =>
  fill(plain, subject, values)
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()

function fill(engine: Liquid, text: string, values: Readonly<Record<string, string>>): string {
  try {
    const written: unknown = engine.parseAndRenderSync(text, values)
    return typeof written === 'string' ? withOneStop(written) : ''
  } catch (problem) {
    throw new TemplateProblem(inWords(problem))
  }
}

/** The problem with a template's subject or text that may use these names; null for a valid one. */
export function problemOfText(text: string, names: readonly string[]): string | null {
  const values = Object.fromEntries(names.map((name) => [name, '1']))
  try {
    const parsed = html.parse(unescapedBrackets(text))
    const unknown = html.globalVariablesSync(parsed).find((name) => !names.includes(name))
    if (unknown !== undefined) return unknownVariable(unknown)
    html.renderSync(parsed, values)
    return null
  } catch (problem) {
    return inWords(problem)
  }
}

const unknownVariable = (name: string): string => `There is no variable “${name}” for this kind of mail`

function inWords(problem: unknown): string {
  const text = problem instanceof Error ? problem.message : ''
  const name = /undefined variable: ([\w.]+)/.exec(text)?.[1]
  if (problem instanceof UndefinedVariableError || name) return unknownVariable(name ?? '')
  const filter = /undefined filter: (\w+)/.exec(text)?.[1]
  if (filter) return `There is no filter “${filter}” in mails`
  const tag = /tag "(\w*)" not found/.exec(text)?.[1]
  if (tag) return `“${tag}” cannot be used in a mail. Conditions with if, elsif, else and unless can.`
  if (/limit exceeded/.test(text)) return 'This text is too long, or takes too long to fill in'
  if (/not closed/.test(text)) {
    return /output/.test(text)
      ? 'A variable is not closed: write {{ and }} on both sides'
      : 'A condition is not closed: end it with {% endif %}'
  }
  if (problem instanceof ParseError || problem instanceof RenderError)
    return 'A variable or condition is not written as it must be: {{ number }}, {% if note != blank %} … {% endif %}'
  return 'This text cannot be filled in'
}
