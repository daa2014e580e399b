import { idOf } from '../people.ts'
import { fresh, type Cases } from './case.ts'

/** As SQL; `:me` is the actor. */
const colleague = `'${idOf('colleague')}'`
const absent = (key: string, status: string, userId: string) => `
  insert into public.absences (id, user_id, starts_on, ends_on, status) values ('${key}', ${userId}, '2030-01-02', '2030-01-04', '${status}');
  insert into public.absence_details (absence_id, kind) values ('${key}', 'sick')`
const absenceCase = (key: string, given: string) => ({
  given,
  where: `id = '${key}'`,
  insert: `(user_id, starts_on, ends_on) values (:me, '2031-01-02', '2031-01-04')`,
  update: `ends_on = '2030-01-03'`,
})
const detailCase = (key: string, given: string) => ({
  given: `${given}; insert into public.absences (id, user_id, starts_on, ends_on) values ('${fresh(8299)}', ${colleague}, '2032-01-02', '2032-01-02')`,
  where: `absence_id = '${key}'`,
  insert: `(absence_id, kind) values ('${fresh(8299)}', 'sick')`,
  update: `reason = 'Changed'`,
})
const hoursCase = (key: string, userId: string) => ({
  given: `insert into public.contract_hours (id, user_id, valid_from, hours_per_week) values ('${key}', ${userId}, '2020-01-01', 40)`,
  where: `id = '${key}'`,
  insert: `(user_id, valid_from, hours_per_week) values (${userId}, '2021-01-01', 30)`,
  update: `hours_per_week = 20`,
})

export const shiftCases: Cases = {
  'public.shifts': {
    "a colleague's": {
      given: `insert into public.shifts (id, user_id, starts_at, ends_at) values ('${fresh(8201)}', ${colleague}, '2030-01-02 07:00Z', '2030-01-02 15:00Z')`,
      where: `id = '${fresh(8201)}'`,
      insert: `(user_id, starts_at, ends_at) values (${colleague}, '2030-01-03 07:00Z', '2030-01-03 15:00Z')`,
      update: `note = 'Bring the ladder'`,
    },
  },
  'public.shift_templates': {
    any: {
      given: `insert into public.shift_templates (id, name, starts, ends) values ('${fresh(8202)}', 'Dawn', '05:00', '13:00')`,
      where: `id = '${fresh(8202)}'`,
      insert: `(name, starts, ends) values ('Dusk', '17:00', '23:00')`,
      update: `break_minutes = 30`,
    },
  },
  'public.absences': {
    mine: absenceCase(fresh(8203), absent(fresh(8203), 'requested', ':me')),
    "a colleague's, approved": absenceCase(fresh(8204), absent(fresh(8204), 'approved', colleague)),
    "a colleague's, requested": absenceCase(fresh(8205), absent(fresh(8205), 'requested', colleague)),
  },
  'public.absence_details': {
    mine: detailCase(fresh(8206), absent(fresh(8206), 'requested', ':me')),
    "a colleague's, approved": detailCase(fresh(8207), absent(fresh(8207), 'approved', colleague)),
  },
  'public.contract_hours': {
    mine: hoursCase(fresh(8208), ':me'),
    "a colleague's": hoursCase(fresh(8209), colleague),
  },
}
