import { idOf } from '../people.ts'
import { row } from '../world.ts'
import { benchFiles } from './bench.ts'
import { type Cases, fresh } from './case.ts'

export const settingsAndFilesCases: Cases = {
  'public.website_metadata_settings': {
    any: {
      where: `setting_key = 'site_title'`,
      insert: `(setting_key, setting_value) values ('theme_color', '#000000')`,
      update: `setting_value = 'Shop'`,
    },
  },
  'public.company_settings': {
    'the only one': {
      where: `id = 1`,
      insert: `(id) values (2)`,
      update: `name = 'Signs Ltd'`,
    },
  },
  'public.sign_in_settings': {
    'the only one': {
      where: `id = 1`,
      insert: `(id) values (2)`,
      // Whoever asks others for a second factor has one: second-factor.test.ts.
      update: `second_factor_for = 'nobody'`,
    },
  },
  'public.system_notes': {
    mine: {
      given: `insert into public.system_notes (id, title, created_by) values ('${fresh(21)}', 'Closed on Friday', :me)`,
      where: `id = '${fresh(21)}'`,
      insert: `(title) values ('The van is back')`,
      update: `pinned = true`,
    },
    "a colleague's": {
      given: `insert into public.system_notes (id, title, created_by)
        values ('${fresh(22)}', 'Closed on Monday', '${idOf('colleague')}')`,
      where: `id = '${fresh(22)}'`,
      insert: `(title, created_by) values ('In your name', '${idOf('colleague')}')`,
      update: `body = 'All day'`,
    },
  },
  'public.push_devices': {
    mine: {
      given: `insert into public.push_devices (id, user_id, endpoint, p256dh, auth_secret)
        values ('${fresh(61)}', :me, 'https://fcm.googleapis.com/a', repeat('B', 87), repeat('a', 22))`,
      where: `id = '${fresh(61)}'`,
      insert: `(endpoint, p256dh, auth_secret) values ('https://fcm.googleapis.com/b', repeat('B', 87), repeat('a', 22))`,
      update: `name = 'Mine'`,
    },
    "a colleague's": {
      given: `insert into public.push_devices (id, user_id, endpoint, p256dh, auth_secret)
        values ('${fresh(62)}', '${idOf('colleague')}', 'https://fcm.googleapis.com/c', repeat('B', 87), repeat('a', 22))`,
      where: `id = '${fresh(62)}'`,
      insert: `(user_id, endpoint, p256dh, auth_secret)
        values ('${idOf('colleague')}', 'https://fcm.googleapis.com/d', repeat('B', 87), repeat('a', 22))`,
      update: `name = 'Mine'`,
    },
  },
  'public.push_choices': {
    mine: {
      given: `insert into public.push_choices (user_id) values (:me)`,
      where: `user_id = :me`,
      insert: `(user_id) values (:me) on conflict (user_id) do update set muted = '{other}'`,
      update: `muted = '{replies}'`,
    },
    "a colleague's": {
      given: `insert into public.push_choices (user_id) values ('${idOf('colleague')}')`,
      where: `user_id = '${idOf('colleague')}'`,
      insert: `(user_id) values ('${idOf('otherAdmin')}')`,
      update: `muted = '{replies}'`,
    },
  },
  'public.day_places': {
    mine: {
      given: `insert into public.day_places (user_id, record_id, place) values (:me, '${fresh(41)}', 1)`,
      where: `record_id = '${fresh(41)}'`,
      insert: `(record_id, place) values ('${fresh(42)}', 2)`,
      update: `place = place`,
    },
    "a colleague's": {
      given: `insert into public.day_places (user_id, record_id, place) values ('${idOf('colleague')}', '${fresh(41)}', 1)`,
      where: `record_id = '${fresh(41)}'`,
      insert: `(user_id, record_id, place) values ('${idOf('colleague')}', '${fresh(42)}', 2)`,
      update: `place = place`,
    },
  },
  'public.saved_views': {
    mine: {
      given: `insert into public.saved_views (id, user_id, list, name) values ('${fresh(23)}', :me, 'contacts', 'On stop')`,
      where: `id = '${fresh(23)}'`,
      insert: `(list, name, query) values ('contacts', 'Suppliers', 'type=supplier')`,
      update: `is_default = true`,
    },
    "a colleague's": {
      given: `insert into public.saved_views (id, user_id, list, name)
        values ('${fresh(24)}', '${idOf('colleague')}', 'contacts', 'On stop')`,
      where: `id = '${fresh(24)}'`,
      insert: `(user_id, list, name) values ('${idOf('colleague')}', 'contacts', 'Suppliers')`,
      update: `is_default = true`,
    },
    "a colleague's, shared": {
      given: `insert into public.saved_views (id, user_id, list, name, is_shared)
        values ('${fresh(24)}', '${idOf('colleague')}', 'contacts', 'On stop', true)`,
      where: `id = '${fresh(24)}'`,
      insert: `(user_id, list, name, is_shared) values ('${idOf('colleague')}', 'contacts', 'Suppliers', true)`,
      update: `name = 'Taken'`,
    },
  },
  'storage.objects': {
    ...benchFiles,
    'a photo of a delivery': {
      given: `insert into storage.objects (bucket_id, name) values
        ('delivery-photos', '${row.clientDelivery}/00000000-0000-4000-8000-000000000001.jpg')`,
      where: `bucket_id = 'delivery-photos'`,
      insert: `(bucket_id, name) values ('delivery-photos', '${row.clientDelivery}/00000000-0000-4000-8000-000000000002.jpg')`,
      update: `name = 'x'`,
    },
    'a photo of a check': {
      given: `insert into storage.objects (bucket_id, name) values
        ('job-photos', '${row.job}/00000000-0000-4000-8000-000000000001.jpg')`,
      where: `bucket_id = 'job-photos'`,
      insert: `(bucket_id, name) values ('job-photos', '${row.job}/00000000-0000-4000-8000-000000000002.jpg')`,
      update: `name = 'x'`,
    },
    'the file of a certificate': {
      given: `insert into storage.objects (bucket_id, name) values ('exemption-certificates', '${fresh(25)}/${fresh(27)}.pdf')`,
      where: `bucket_id = 'exemption-certificates'`,
      insert: `(bucket_id, name) values ('exemption-certificates', '${fresh(26)}/${fresh(27)}.pdf')`,
      update: `name = 'x'`,
    },
    'the file of a bill': {
      given: `insert into storage.objects (bucket_id, name) values ('supplier-invoices', '${fresh(25)}/bill.pdf')`,
      where: `bucket_id = 'supplier-invoices'`,
      insert: `(bucket_id, name) values ('supplier-invoices', '${fresh(26)}/bill.pdf')`,
      update: `name = 'x'`,
    },
    'my file of a task': {
      given: `insert into storage.objects (bucket_id, name, owner_id) values ('task-images', '1700000000000-mine.pdf', :me)`,
      where: `name = '1700000000000-mine.pdf'`,
      insert: `(bucket_id, name, owner_id) values ('task-images', 'task-comments/1700000000001-photo.jpg', :me)`,
      update: `name = '1700000000000-other.pdf'`,
    },
    'a file on a shared task': {
      given: `insert into storage.objects (bucket_id, name, owner_id) values ('task-images', '1700000000000-plan.pdf', '${idOf('colleague')}');
        update public.tasks set images = array['1700000000000-plan.pdf'] where id = '${row.sharedTask}'`,
      where: `name = '1700000000000-plan.pdf'`,
      insert: `(bucket_id, name, owner_id) values ('task-images', '../1700000000001-photo.jpg', :me)`,
      update: `name = '1700000000000-other.pdf'`,
    },
    'a file on a private task of a colleague': {
      given: `insert into storage.objects (bucket_id, name, owner_id) values ('task-images', '1700000000000-cake.pdf', '${idOf('colleague')}');
        update public.tasks set images = array['1700000000000-cake.pdf'] where id = '${row.privateTask}'`,
      where: `name = '1700000000000-cake.pdf'`,
      insert: `(bucket_id, name, owner_id) values ('task-images', 'task-comments/../1700000000001-photo.jpg', :me)`,
      update: `name = '1700000000000-other.pdf'`,
    },
    'my avatar': {
      given: `insert into storage.objects (bucket_id, name, owner_id) values ('avatars', :me || '/face.png', :me)`,
      where: `bucket_id = 'avatars'`,
      insert: `(bucket_id, name, owner_id) values ('avatars', :me || '/new-face.png', :me)`,
      update: `name = 'x'`,
    },
    "somebody else's avatar": {
      where: `bucket_id = 'avatars'`,
      insert: `(bucket_id, name, owner_id) values ('avatars', '${idOf('colleague')}/face.png', :me)`,
      update: `name = 'x'`,
    },
  },
}
