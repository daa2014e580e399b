import { bareLength, readMillimetres } from '@/shared/domain/text/length'
import { z } from 'zod'
import type { CalculationInputs, Confidential, Step, StepKind } from '@/documents/calculation/inputs'
import { readDecimal, shortDecimalText } from '@/shared/domain/money/money'
import { newId } from '@/shared/lib/new-id'
import { type StepField, stepForms } from './step-forms'

const part = z.object({
  id: z.string(),
  name: z.string(),
  width: z.string(),
  height: z.string(),
  qty: z.string(),
  edge: z.string().optional(),
})
const step = z.object({
  id: z.string(),
  kind: z.enum(['sheet', 'roll', 'ink', 'machine', 'item', 'labour', 'outsourced', 'travel']),
  /** The record of the price list. */
  ref: z.string().nullable(),
  parts: z.array(z.string()).nullable(),
  /** The typed texts by field. */
  typed: z.record(z.string(), z.string()),
  flag: z.boolean(),
})

/** A calculation draft: every number is text as typed. */
export const draftSchema = z.object({
  name: z.string(),
  contact_id: z.string().nullable(),
  service_id: z.string().nullable(),
  quantity: z.string(),
  min_charge: z.string(),
  parts: z.array(part),
  steps: z.array(step),
  target: z.object({ kind: z.enum(['list', 'markup', 'margin']), pct: z.string() }),
  costs: z.record(z.string(), z.string()),
})
export type Draft = z.infer<typeof draftSchema>
export type DraftPart = z.infer<typeof part>
export type DraftStep = z.infer<typeof step>

const shortId = () => newId().slice(0, 8)

export const newPart = (): DraftPart => ({ id: shortId(), name: '', width: '', height: '', qty: '1' })

export const newStep = (kind: StepKind): DraftStep => {
  const { fields, flag } = stepForms[kind]
  return {
    id: shortId(),
    kind,
    ref: null,
    parts: null,
    typed: Object.fromEntries(
      fields.map(({ name, unit, initial = '' }) => [name, unit === 'mm' ? bareLength(initial) : initial]),
    ),
    flag: flag?.initial ?? false,
  }
}

/** A new calculation begins with one part on one sheet. */
export const blankDraft = (): Draft => ({
  name: '',
  contact_id: null,
  service_id: null,
  quantity: '1',
  min_charge: '',
  parts: [newPart()],
  steps: [newStep('sheet')],
  target: { kind: 'list', pct: '' },
  costs: {},
})

/**
 * The initial values of a new calculation from its link, as typed text: a service with its recipe, and a quotation
 * line.
 */
export type Beginning = {
  /** The line that the price is for. */
  line: string | null
  service: string | null
  name: string
  width: string
  height: string
  pieces: string
}

export const beginningOf = (search: URLSearchParams): Beginning => ({
  line: search.get('line'),
  service: search.get('service'),
  name: search.get('name') ?? '',
  width: search.get('width') ?? '',
  height: search.get('height') ?? '',
  pieces: search.get('pieces') ?? '',
})

/** A new calculation with the values of its link. */
export function begunDraft(
  beginning: Beginning,
  recipes: Readonly<Record<string, { recipe?: Step[] | null | undefined }>>,
) {
  const { service, name, width, height, pieces } = beginning
  const blank = blankDraft()
  const service_id = service !== null && service in recipes ? service : null
  const recipe = service_id === null ? null : recipes[service_id]?.recipe
  return {
    ...blank,
    name,
    service_id,
    quantity: pieces || blank.quantity,
    parts: blank.parts.map((part) => ({ ...part, width, height })),
    steps: recipe ? stepsOfRecipe(recipe) : blank.steps,
  }
}

/**
 * A new calculation with the steps of another one, for the pieces and the size of its link. The size is that of its part
 * where it has one; a contour that was measured for another size is measured anew.
 */
export function anewDraft(was: Draft, { name, pieces, width, height }: Beginning): Draft {
  const [part, ...more] = was.parts
  const isOne = part !== undefined && more.length === 0 && part.qty.trim() === '1' && width !== '' && height !== ''
  const isSame = isOne && part.width === width && part.height === height
  return {
    ...was,
    name: name || was.name,
    quantity: pieces || was.quantity,
    parts: isOne && !isSame ? [{ ...part, width, height, edge: '' }] : was.parts,
  }
}

/** Why something typed cannot be used, by place: `quantity`, `part <id> width`, `step <id> minutes`. */
export type Problems = Readonly<Record<string, string>>
export type ReadDraft = { inputs: CalculationInputs; confidential: Confidential; problems: Problems }

const size = { places: 2, least: '1', most: '100000' }
const edgeLength = { ...size, most: '1000000' }
const count = { places: 0, least: '1', most: '100000' }

/** Reads the typed texts as numbers. Parts and steps with a problem are left out of the inputs. */
export function readDraft(draft: Draft): ReadDraft {
  const problems: Record<string, string> = {}
  const number = (
    place: string,
    typed: string,
    rule: Parameters<typeof readDecimal>[1],
    reader = readDecimal,
  ): string | null => {
    const read = typed.trim() === '' ? { problem: 'Please enter a number' } : reader(typed, rule)
    if ('value' in read) return read.value
    problems[place] = read.problem
    return null
  }
  const quantity = number('quantity', draft.quantity, count)
  const parts = draft.parts.flatMap(({ id, name, width, height, qty, edge }) => {
    if (width.trim() === '' && height.trim() === '' && name.trim() === '') return []
    const width_mm = number(`part ${id} width`, width, size, readMillimetres)
    const height_mm = number(`part ${id} height`, height, size, readMillimetres)
    const many = number(`part ${id} qty`, qty, count)
    const isRectangle = edge === undefined || edge.trim() === ''
    const edge_mm = isRectangle ? null : number(`part ${id} edge`, edge, edgeLength, readMillimetres)
    if (!width_mm || !height_mm || !many || (!isRectangle && !edge_mm)) return []
    return [{ id, name: name.trim(), width_mm, height_mm, qty: many, ...(edge_mm ? { edge_mm } : {}) }]
  })
  const steps = draft.steps.flatMap((typed): Step[] => {
    const form = stepForms[typed.kind]
    const values: Record<string, string | null> = {}
    let isWhole = true
    if (form.ref && typed.ref === null) {
      problems[`step ${typed.id} ref`] = `Please choose ${form.ref.one}`
      isWhole = false
    }
    // An older draft has a flag for "once" in place of the field `per`.
    const answers: DraftStep['typed'] = { ...(typed.flag ? { per: 'once' } : {}), ...typed.typed }
    for (const field of form.fields) {
      if (field.isAsked && !field.isAsked(answers)) continue
      const text = answers[field.name] ?? ''
      if (field.rule === null) values[field.name] = text.trim()
      else if (field.isOptional && text.trim() === '') values[field.name] = null
      else {
        const reader = field.unit === 'mm' ? readMillimetres : readDecimal
        const value = number(`step ${typed.id} ${field.name}`, text, field.rule, reader)
        if (value === null) isWhole = false
        values[field.name] = value
      }
    }
    return isWhole ? [form.stepOf(typed, values)] : []
  })
  const min_charge =
    draft.min_charge.trim() === ''
      ? null
      : number('min_charge', draft.min_charge, { places: 2, least: '0', most: '10000000' })
  const pct =
    draft.target.kind === 'list'
      ? null
      : number('target', draft.target.pct, {
          places: 2,
          least: '0',
          most: draft.target.kind === 'margin' ? '95' : '10000',
        })
  const costs = Object.fromEntries(
    draft.steps.flatMap(({ id, kind }) => {
      const typed = draft.costs[id] ?? ''
      if (kind !== 'outsourced' || typed.trim() === '') return []
      const cost = number(`step ${id} cost`, typed, { places: 2, least: '0', most: '100000000' })
      return cost === null ? [] : [[id, cost]]
    }),
  )
  return {
    inputs: { quantity: quantity ?? '1', service_id: draft.service_id, parts, steps, min_charge },
    confidential: {
      target: draft.target.kind === 'list' || pct === null ? null : { kind: draft.target.kind, pct },
      costs,
    },
    problems,
  }
}

/** The value of a field that older calculations lack. */
const storedWithout = (field: string): string | null => (field === 'waste_pct' ? '100' : null)

type Stored = {
  name: string
  contact_id: string | null
  inputs: CalculationInputs
  confidential: Confidential | null
}

const typedText = (plain: string | null) => (plain === null ? '' : shortDecimalText(plain))
const typedLength = (mm: string | null) => (mm === null ? '' : bareLength(mm))

/** A saved step as a draft. */
function stepDraftOf(saved: Step): DraftStep {
  const { fields, ref, flag } = stepForms[saved.kind]
  const value = (name: string): unknown => Reflect.get(saved, name)
  const stringOf = (name: string) => {
    const found = value(name)
    return typeof found === 'string' ? found : null
  }
  const typed = ({ name, rule, unit }: StepField): string => {
    if (name === 'per') return value('once') === true ? 'once' : (stringOf('per') ?? 'piece')
    if (rule === null) return stringOf(name) ?? ''
    return unit === 'mm' ? typedLength(stringOf(name)) : typedText(stringOf(name) ?? storedWithout(name))
  }
  return {
    id: saved.id,
    kind: saved.kind,
    ref: ref ? stringOf(ref.column) : null,
    parts: 'parts' in saved ? (saved.parts ?? null) : null,
    typed: Object.fromEntries(fields.map((field) => [field.name, typed(field)])),
    flag: flag ? value(flag.column) === true : false,
  }
}

/** The steps of a recipe as drafts: for all parts, with new ids. */
export const stepsOfRecipe = (recipe: readonly Step[]): DraftStep[] =>
  recipe.map((step) => ({ ...stepDraftOf(step), id: shortId(), parts: null }))

/** A recipe of these steps: it is for parts of any calculation. */
export const recipeOf = (steps: readonly Step[]): Step[] =>
  steps.map((step) => ('parts' in step ? { ...step, parts: null } : step))

/** True when nothing was chosen or typed in the steps yet. */
const hasBlankSteps = ({ steps }: Draft): boolean => steps.every(({ ref, typed }) => ref === null && !typed.name)

/** The steps without what is drawn anew for each. */
const bare = (steps: readonly DraftStep[]): string => JSON.stringify(steps.map(({ id: _id, ...step }) => step))

/**
 * The steps when another service is chosen: those of its recipe. Steps that somebody wrote or changed stay. Those of the
 * former recipe go, also when the new service has none: they would price it by the material of another.
 */
export function stepsForService(
  draft: Draft,
  recipes: Readonly<Record<string, { recipe?: Step[] | null | undefined }>>,
  service: string | null,
): DraftStep[] {
  const recipeOfService = (id: string | null) => (id === null ? null : recipes[id]?.recipe) ?? null
  const [former, next] = [recipeOfService(draft.service_id), recipeOfService(service)]
  const isUntouched = former !== null && bare(stepsOfRecipe(former)) === bare(draft.steps)
  if (service === null || !(isUntouched || hasBlankSteps(draft))) return draft.steps
  return next ? stepsOfRecipe(next) : isUntouched ? blankDraft().steps : draft.steps
}

/** A saved calculation as a draft. */
export function draftOf({ name, contact_id, inputs, confidential }: Stored): Draft {
  const text = typedText
  return {
    name,
    contact_id,
    service_id: inputs.service_id,
    quantity: text(inputs.quantity),
    min_charge: text(inputs.min_charge),
    parts: inputs.parts.map(({ id, name: called, width_mm, height_mm, qty, edge_mm = null }) => ({
      id,
      name: called,
      width: typedLength(width_mm),
      height: typedLength(height_mm),
      qty: text(qty),
      ...(edge_mm === null ? {} : { edge: typedLength(edge_mm) }),
    })),
    steps: inputs.steps.map(stepDraftOf),
    target: confidential?.target
      ? { kind: confidential.target.kind, pct: text(confidential.target.pct) }
      : { kind: 'list', pct: '' },
    costs: Object.fromEntries(Object.entries(confidential?.costs ?? {}).map(([id, cost]) => [id, text(cost)])),
  }
}
