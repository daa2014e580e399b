import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RegistrationKind } from '@/features/site/pages/api/send.mutation'
import { registrationForm } from '@/features/site/pages/registration-forms'
import { formsPart } from '@/shared/domain/texts/forms/part'
import { textsOfPart } from '@/shared/domain/texts/part'
import { registrationPart } from '@/shared/domain/texts/registration/part'
import { taxPlaces } from '@/shared/domain/texts/tax-names'
import { textsWith } from '@/shared/domain/texts/texts'
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

const places = () => taxPlaces('en', 'VAT')
const words = {
  say: textsWith(textsOfPart(registrationPart, 'en', null), places),
  sayForm: textsWith(textsOfPart(formsPart, 'en', null), places),
}

test.each(['client', 'business', 'person'] satisfies RegistrationKind[])(
  'every line of the registration of a %s is kept',
  async (kind) => {
    const { lines } = registrationForm(kind, words, null)
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
