import { fresh, type Case, type Cases } from './case.ts'

const made = (table: string, key: string, columns: string, first: string, second: string, update: string): Case => ({
  given: `insert into public.${table} (id, ${columns}) values ('${key}', ${first})`,
  where: `id = '${key}'`,
  insert: `(${columns}) values (${second})`,
  update,
})

export const siteCases: Cases = {
  'public.blog_posts': {
    any: made('blog_posts', fresh(801), 'slug, title', `'one', 'One'`, `'two', 'Two'`, `title = 'Another'`),
  },
  'public.reviews': {
    any: made(
      'reviews',
      fresh(802),
      'name, rating, body',
      `'Anna', 5, 'Good'`,
      `'Carl', 4, 'Fine'`,
      `status = 'published'`,
    ),
  },
  'public.banners': {
    any: made('banners', fresh(803), 'title', `'Closed'`, `'Open'`, `title = 'Shut'`),
  },
  'public.booking_types': {
    any: made('booking_types', fresh(804), 'slug, name', `'call', 'Call'`, `'visit', 'Visit'`, `minutes = 45`),
  },
  'public.booking_hours': {
    any: made(
      'booking_hours',
      fresh(805),
      'weekday, opens, closes',
      `1, '09:00', '12:00'`,
      `1, '13:00', '17:00'`,
      `closes = '12:30'`,
    ),
  },
  'public.booking_closures': {
    any: made(
      'booking_closures',
      fresh(806),
      'starts_on, ends_on, reason',
      `'2026-12-24', '2026-12-26', 'Christmas'`,
      `'2027-01-01', '2027-01-01', 'New year'`,
      `reason = 'Holiday'`,
    ),
  },
  'public.bookings': {
    any: {
      given: `
        insert into public.booking_types (id, slug, name) values ('${fresh(807)}', 'sample', 'Sample');
        insert into public.bookings (id, type_id, desk, starts_at, ends_at, busy_until, held_until)
        values ('${fresh(808)}', '${fresh(807)}', 'studio', '2030-01-02 09:00Z', '2030-01-02 09:30Z', '2030-01-02 09:30Z', '2030-01-01Z')`,
      where: `id = '${fresh(808)}'`,
      insert: `(type_id, desk, starts_at, ends_at, busy_until, held_until)
        values ('${fresh(807)}', 'road', '2030-01-02 09:00Z', '2030-01-02 09:30Z', '2030-01-02 09:30Z', '2030-01-01Z')`,
      update: `status = 'confirmed'`,
    },
  },
}
