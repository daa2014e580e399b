import { createTestModel } from '@xstate/test'
import type { AnyMachineSnapshot } from 'xstate'
import { everyArrow } from '../arrows.ts'
import type { Plan } from './plan.ts'

type Step = { event: string; from: string; to: string }

const isText = (value: unknown): value is string => typeof value === 'string'

/** `open`; `related.none` and `ai.idle` of a model with two parts. */
const statesOf = ({ value }: AnyMachineSnapshot): string[] =>
  isText(value)
    ? [value]
    : Object.entries(value)
        .map(([part, state]) => `${part}.${isText(state) ? state : Object.keys(state ?? {}).join('.')}`)
        .toSorted()

/** Walks that take every arrow of the model, the longest first; a walk without a new arrow is left out. */
function walksOf({ model }: Plan): Step[][] {
  const taken = new Set<string>()
  return everyArrow(createTestModel(model))
    .map(({ steps }) =>
      steps.slice(1).map(({ event, state }, at): Step => {
        const from = statesOf(steps[at]?.state ?? state)
        const to = statesOf(state)
        const changed = to.filter((name) => !from.includes(name))
        const part = changed.length > 0 ? from.filter((name) => !to.includes(name)) : from
        return { event: event.type, from: part.join(), to: (changed.length > 0 ? changed : to).join() }
      }),
    )
    .toSorted((one, other) => other.length - one.length)
    .filter((steps) => {
      const fresh = steps.map(({ event, from, to }) => `${from} ${event} ${to}`).filter((arrow) => !taken.has(arrow))
      for (const arrow of fresh) taken.add(arrow)
      return fresh.length > 0
    })
}

/** What a person sees after a step. */
const seen = ({ states }: Plan, names: string): string =>
  names
    .split(',')
    .map((name) => states[name] ?? name)
    .join(' ')

/** The page of a machine in `docs/paths`: what a person does by hand, and sees, walk by walk. */
export function pageOf(plan: Plan): string {
  const { title, machine, source, begin, events } = plan
  const walks = walksOf(plan).map((steps, at) =>
    [
      `## Walk ${at + 1}`,
      '',
      ...steps.map(({ event, to }, place) => `${place + 1}. ${events[event] ?? event} → ${seen(plan, to)}`),
    ].join('\n'),
  )
  return [
    `# ${title}`,
    '',
    `The walks of \`tests/models/${source}.model.ts\` through \`${machine}\`, to be followed by hand. Written by \`npm run models -- --paths\`; do not edit.`,
    '',
    `Before each walk: ${begin}`,
    '',
    walks.join('\n\n'),
    '',
  ].join('\n')
}

/** The list of the pages. */
export const listOf = (plans: Readonly<Record<string, Plan>>): string =>
  [
    '# Walks to follow by hand',
    '',
    'Each machine of the app has a model of what a person does and sees (`tests/models`). These pages are the walks of the models in a',
    "person's words: a step, an arrow, and what has to be seen then. “Hold the requests” and “let the next request fail” are done in",
    'the developer tools of the browser. Written by `npm run models -- --paths`; a unit test fails when a page is not true any more.',
    '',
    ...Object.entries(plans).map(([name, { title }]) => `- [${title}](${name}.md)`),
    '',
  ].join('\n')
