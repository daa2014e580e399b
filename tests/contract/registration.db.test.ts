import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationForms } from '@/features/site/pages/registration-forms'
import type { Engine } from '../../supabase/local/contracts.ts'
import { attempt, become, becomeOwner, undone } from '../../supabase/tests/act.ts'
import { openWorld } from '../../supabase/tests/world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

/** Values that a text of the line's own name cannot be. */
const chosen: Record<string, string> = {
  email: 'ann@whole.example',
  phone: '7900 0001',
  vat_number: 'MT12341234',
  postcode: 'BAY 1000',
}

test.each(Object.entries(registrationForms))(
  'every line of the registration of a %s is kept',
  async (kind, { lines }) => {
    const typed = Object.fromEntries(lines.map(({ name }) => [name, chosen[name] ?? `The ${name}`]))
    const kept = await undone(engine, async (tx) => {
      await become(tx, 'visitor')
      const outcome = await attempt(
        tx,
        `select public.register_visitor('${kind}', $typed$${JSON.stringify(typed)}$typed$::jsonb, null)`,
      )
      if ('refused' in outcome) throw new Error(outcome.because)
      await becomeOwner(tx)
      const { rows } = await tx.query<{ values: string[]; told: string | null }>(
        `select (select array_agg(v.value) from public.contacts c, jsonb_each_text(to_jsonb(c)) as v
                where c.email = '${chosen['email']}') as values,
              (select string_agg(n.message, ' ') from public.notifications n) as told`,
      )
      return rows[0]
    })
    const { message, ...fields } = typed
    expect(kept?.values).toEqual(expect.arrayContaining(Object.values(fields)))
    // What the visitor writes goes to those who answer.
    if (message) expect(kept?.told).toContain(message)
  },
)
