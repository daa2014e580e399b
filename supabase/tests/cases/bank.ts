import { fresh, type Cases } from './case.ts'

const hash = (sign: string) => sign.repeat(64)
const given = `
  insert into public.bank_imports (id, file_name, format, content_hash, first_day, last_day, entries)
    values ('${fresh(1)}', 'november.xml', 'camt', '${hash('a')}', '2026-11-02', '2026-11-02', 1);
  insert into public.bank_entries (id, import_id, position, entry_key, booked_on, direction, amount)
    values ('${fresh(2)}', '${fresh(1)}', 1, '${hash('b')}', '2026-11-02', 'in', 118)`

export const bankCases: Cases = {
  'public.bank_imports': {
    any: {
      given,
      where: `id = '${fresh(1)}'`,
      insert: `(file_name, format, content_hash, first_day, last_day, entries) values ('other.xml', 'camt', '${hash('c')}', '2026-11-02', '2026-11-02', 1)`,
      update: `file_name = 'renamed.xml'`,
    },
  },
  'public.bank_entries': {
    any: {
      given,
      where: `id = '${fresh(2)}'`,
      insert: `(import_id, position, entry_key, booked_on, direction, amount) values ('${fresh(1)}', 2, '${hash('d')}', '2026-11-02', 'in', 5)`,
      update: `amount = 1180`,
    },
  },
}
