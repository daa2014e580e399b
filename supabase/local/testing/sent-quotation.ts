import { randomUUID } from 'node:crypto'
import type { Engine } from '../contracts.ts'

/** A sent quotation with the lines of the checked example: net 1,231.74, gross 1,453.45, half as deposit. */
export async function sentQuotation(engine: Engine): Promise<{ id: string; uuid: string; number: string }> {
  const [id, client, number] = [randomUUID(), randomUUID(), `Q-2026-${randomUUID().slice(0, 8)}`]
  await engine.exec(`
    insert into public.contacts (id, type, company, city) values ('${client}', 'Business', 'Għadira Hotels', 'Mellieħa');
    insert into public.quotations (id, quotation_number, status, contact_id, project_title, deposit_kind, deposit_value)
      values ('${id}', '${number}', 'draft', '${client}', 'Signs', 'percent', 50);
    insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate) values
      ('${id}', 'a0', 'Tray panel', 6, 142.375, 18), ('${id}', 'a1', 'Stand-off', 12, 18.333, 18),
      ('${id}', 'a2', 'Installation', 3.5, 45, 18);
    update public.quotations set status = 'sent', sent_at = now() where id = '${id}';
  `)
  const { rows } = await engine.query<{ uuid: string }>(
    'select public_uuid as uuid from public.quotations where id = $1',
    [id],
  )
  return { id, number, uuid: rows[0]?.uuid ?? '' }
}
