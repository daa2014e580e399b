import type { Engine, Queryable } from '../local/contracts.ts'
import { actAs } from '../local/engine/caller-settings.ts'
import { openTestDatabase } from '../local/testing/test-database.ts'
import { colleague } from './calls.ts'
import { everyRight } from './rights-in-use.ts'

const id = '00000000-0000-4000-a000-0000000000fd'
const claims = { sub: id, role: 'authenticated', email: colleague }

/** The demo company with one colleague more, who has every right. */
export async function openWithColleague(): Promise<Engine> {
  const engine = await openTestDatabase({ seed: 'demo' })
  await engine.exec(`
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at)
      values ('${id}', 'authenticated', 'authenticated', '${colleague}', 'not a hash', now());
    insert into public.user_roles (user_id, role) values ('${id}', 'team_member');
    ${everyRight}`)
  return engine
}

export const actAsColleague = (tx: Queryable): Promise<void> => actAs(tx, { role: 'authenticated', userId: id, claims })
