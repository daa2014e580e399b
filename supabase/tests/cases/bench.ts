import { idOf } from '../people.ts'
import { row } from '../world.ts'
import { type Cases, fresh } from './case.ts'

const id = {
  mockup: fresh(301),
  comment: fresh(302),
  answer: fresh(303),
  panel: fresh(304),
  part: fresh(305),
  photo: fresh(306),
} as const
const hash = 'a'.repeat(64)

const mockup = `
  insert into public.mockups (id, job_id, version, status, file_name, files, file_hash, page_count, checklist, sent_at) values
    ('${id.mockup}', '${row.job}', 1, 'sent', 'fascia.pdf', '[]', '${hash}', 1, '[]', now());
  insert into public.mockup_pages (mockup_id, page, path, thumb_path, width, height) values ('${id.mockup}', 1, 'a', 'b', 10, 10);
  insert into public.mockup_comments (id, mockup_id, author_name, is_client, body) values
    ('${id.comment}', '${id.mockup}', 'Anna', true, 'Larger, please');
  insert into public.mockup_answers (id, mockup_id, version, answer, name, way, file_hash, checklist) values
    ('${id.answer}', '${id.mockup}', 1, 'approved', 'Anna', 'link', '${hash}', '[]')`

const panel = `
  insert into public.panels (id, job_id, panel_no, kind, title, width_mm, height_mm) values
    ('${id.panel}', '${row.job}', 1, 'tray', 'Left tray', 1000, 500);
  insert into public.panel_parts (id, panel_id, position, name) values ('${id.part}', '${id.panel}', 1, 'Face');
  insert into storage.objects (bucket_id, name) values ('panels', '${id.panel}/bench.jpg'), ('panels', '${id.panel}/second.jpg');
  insert into public.panel_photos (id, panel_id, path, created_by) values ('${id.photo}', '${id.panel}', '${id.panel}/bench.jpg', :me)`

/** Mockups and panels: of a job of the client's own quotation. */
export const benchCases: Cases = {
  'public.mockups': {
    'of a job': {
      given: mockup,
      where: `id = '${id.mockup}'`,
      insert: `(id, job_id, version, file_name, files, file_hash, page_count, checklist) values
        (gen_random_uuid(), '${row.job}', 2, 'a.pdf', '[]', '${hash}', 1, '[]')`,
      update: `status = 'approved'`,
    },
  },
  'public.mockup_pages': {
    'of a job': {
      given: mockup,
      where: `mockup_id = '${id.mockup}'`,
      insert: `(mockup_id, page, path, thumb_path, width, height) values ('${id.mockup}', 2, 'c', 'd', 10, 10)`,
      update: `path = 'x'`,
    },
  },
  'public.mockup_comments': {
    'of a job': {
      given: mockup,
      where: `id = '${id.comment}'`,
      insert: `(id, mockup_id, author_name, is_client, body) values (gen_random_uuid(), '${id.mockup}', 'Anna', true, 'Yes')`,
      update: `body = 'Yes'`,
    },
  },
  'public.mockup_answers': {
    'of a job': {
      given: mockup,
      where: `id = '${id.answer}'`,
      insert: `(mockup_id, version, answer, name, way, file_hash, checklist) values ('${id.mockup}', 1, 'approved', 'Me', 'link', '${hash}', '[]')`,
      update: `name = 'Me'`,
    },
  },
  'public.panels': {
    'of a job': {
      given: panel,
      where: `id = '${id.panel}'`,
      insert: `(id, job_id, panel_no, kind, title, width_mm, height_mm) values (gen_random_uuid(), '${row.job}', 2, 'tray', 'B', 10, 10)`,
      update: `title = 'Right tray'`,
    },
  },
  'public.panel_parts': {
    'of a panel': {
      given: panel,
      where: `id = '${id.part}'`,
      insert: `(panel_id, position, name) values ('${id.panel}', 2, 'Rail')`,
      update: `name = 'Front'`,
    },
  },
  'public.panel_photos': {
    mine: {
      given: panel,
      where: `id = '${id.photo}'`,
      insert: `(panel_id, path) values ('${id.panel}', '${id.panel}/second.jpg')`,
      update: `path = 'x'`,
    },
    "a colleague's": {
      given: panel.replace(':me', `'${idOf('colleague')}'`),
      where: `id = '${id.photo}'`,
      insert: `(panel_id, path, created_by) values ('${id.panel}', '${id.panel}/second.jpg', '${idOf('colleague')}')`,
      update: `path = 'x'`,
    },
  },
}

/** Files of the workshop's buckets; `storage.objects` is tried with these. */
export const benchFiles = {
  'a page of a mockup': {
    given: `${mockup}; insert into storage.objects (bucket_id, name, owner_id) values ('mockups', '${row.job}/${id.mockup}/1.webp', :me)`,
    where: `bucket_id = 'mockups'`,
    insert: `(bucket_id, name, owner_id) values ('mockups', '${row.job}/${id.answer}/1.webp', :me)`,
    update: `name = 'x'`,
  },
  'my file of a mockup that was never made': {
    given: `insert into storage.objects (bucket_id, name, owner_id) values ('mockups', '${row.job}/${id.panel}/1.webp', :me)`,
    where: `bucket_id = 'mockups'`,
    insert: `(bucket_id, name, owner_id) values ('mockups', '../${id.answer}/1.webp', :me)`,
    update: `name = 'x'`,
  },
  'my photo of a panel': {
    given: `insert into storage.objects (bucket_id, name, owner_id) values ('panels', '${id.panel}/a.jpg', :me)`,
    where: `bucket_id = 'panels'`,
    insert: `(bucket_id, name, owner_id) values ('panels', '${id.panel}/b.jpg', :me)`,
    update: `name = 'x'`,
  },
  'my file that no job names': {
    given: `insert into storage.objects (bucket_id, name, owner_id) values ('job-files', '${row.job}/${id.panel}.dxf', :me)`,
    where: `bucket_id = 'job-files'`,
    insert: `(bucket_id, name, owner_id) values ('job-files', '${row.job}/${id.answer}.dxf', :me)`,
    update: `name = 'x'`,
  },
  'a photo of an item': {
    given: `insert into storage.objects (bucket_id, name, owner_id) values ('item-photos', '${row.job}/${id.panel}.jpg', :me)`,
    where: `bucket_id = 'item-photos'`,
    insert: `(bucket_id, name, owner_id) values ('item-photos', '${row.job}/${id.answer}.jpg', :me)`,
    update: `name = 'x'`,
  },
  'a photograph of the site': {
    given: `insert into storage.objects (bucket_id, name, owner_id) values ('site-photos', '${id.panel}/480.webp', :me)`,
    where: `bucket_id = 'site-photos'`,
    insert: `(bucket_id, name, owner_id) values ('site-photos', '${id.answer}/480.webp', :me)`,
    update: `name = 'x'`,
  },
  'a picture of a line': {
    given: `insert into storage.objects (bucket_id, name, owner_id) values ('line-pictures', '${row.clientDraft}/${id.panel}.jpg', :me)`,
    where: `bucket_id = 'line-pictures'`,
    insert: `(bucket_id, name, owner_id) values ('line-pictures', '${row.clientDraft}/${id.answer}.jpg', :me)`,
    update: `name = 'x'`,
  },
} as const
