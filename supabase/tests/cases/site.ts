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
  'public.site_pages': {
    any: {
      where: `page = 'work'`,
      insert: `(page) values ('home')`,
      update: `draft = '[{"id": "a", "kind": "tips"}]'`,
    },
  },
  'public.site_versions': {
    any: made(
      'site_versions',
      fresh(812),
      'page, number, blocks, shows_from',
      `'work', 801, '[]', '2026-01-01'`,
      `'work', 802, '[]', '2026-01-01'`,
      `blocks = '[]'`,
    ),
  },
  'public.site_photos': {
    any: {
      given: `insert into public.site_photos (id, file_type, width, height, widths)
        values ('${fresh(813)}', 'webp', 800, 600, '{480,800}')`,
      where: `id = '${fresh(813)}'`,
      insert: `(id, file_type, width, height, widths) values ('${fresh(814)}', 'webp', 800, 600, '{800}')`,
      update: `alt = 'A shopfront'`,
    },
  },
  'public.text_translations': {
    any: made(
      'text_translations',
      fresh(893),
      'source, record_id, field, language, body, original',
      `'services', '${fresh(893)}', 'name', 'de', 'Schild', 'Sign'`,
      `'services', '${fresh(894)}', 'name', 'de', 'Schild', 'Sign'`,
      `body = 'Tafel'`,
    ),
  },
  'public.policy_texts': {
    any: made(
      'policy_texts',
      fresh(890),
      'kind, version, body_html',
      `'terms', 801, 'One'`,
      `'terms', 802, 'Two'`,
      `body_html = 'Three'`,
    ),
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
  'public.page_visits': {
    any: {
      given: `insert into public.page_visits (path, session_hash) values ('/tested', '0123456789abcdef')`,
      where: `path = '/tested'`,
      insert: `(path, session_hash) values ('/another', '0123456789abcdef')`,
      update: `path = '/changed'`,
    },
  },
  'public.design_briefs': {
    any: {
      given: `insert into public.design_briefs (id, answers) values ('${fresh(809)}', '{"what": "A sign"}')`,
      where: `id = '${fresh(809)}'`,
      insert: `(answers) values ('{}')`,
      update: `step = 2`,
    },
  },
  'public.visitor_requests': {
    any: {
      given: `insert into public.visitor_requests (id, form, name) values ('${fresh(812)}', 'client', 'Anna')`,
      where: `id = '${fresh(812)}'`,
      insert: `(form, name) values ('client', 'Carl')`,
      update: `name = 'Paul'`,
    },
  },
  'public.design_brief_pictures': {
    any: {
      given: `insert into public.design_briefs (id) values ('${fresh(810)}');
        insert into public.design_brief_pictures (id, brief_id, name, data)
        values ('${fresh(811)}', '${fresh(810)}', 'Wall', 'data:image/png;base64,AAAA')`,
      where: `id = '${fresh(811)}'`,
      insert: `(brief_id, name, data) values ('${fresh(810)}', 'Sketch', 'data:image/png;base64,AAAA')`,
      update: `name = 'Front'`,
    },
  },
}
