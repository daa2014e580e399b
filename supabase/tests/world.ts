import type { Engine } from '../local/contracts.ts'
import { openTestDatabase, plantFault } from '../local/testing/test-database.ts'
import { emailOf, idOf, people, type Person } from './people.ts'
import { withinOneTransaction } from './shared-engine.ts'

/** What every invoice names of its company, and a rate of 0 % that somebody chose: without them no invoice is issued. */
const readyToInvoice = `
  update public.company_settings set name = 'Plain Signs', address = '1 Main Street', country = 'Malta', vat_number = 'MT12345634';
  insert into public.vat_rates (code, label, rate) values ('no-vat', 'No VAT', 0);`

/** Rows that every test may rely on. Their names tell their owners. */
export const row = {
  clientContact: '10000000-0000-4000-a000-000000000001',
  otherClientContact: '10000000-0000-4000-a000-000000000002',
  business: '10000000-0000-4000-a000-000000000003',
  location: '20000000-0000-4000-a000-000000000001',
  clientQuotation: '30000000-0000-4000-a000-000000000001',
  otherClientQuotation: '30000000-0000-4000-a000-000000000002',
  clientDraft: '30000000-0000-4000-a000-000000000003',
  clientQuotationLink: '31000000-0000-4000-a000-000000000001',
  draftLink: '31000000-0000-4000-a000-000000000003',
  job: '40000000-0000-4000-a000-000000000001',
  clientDelivery: '50000000-0000-4000-a000-000000000001',
  otherClientDelivery: '50000000-0000-4000-a000-000000000002',
  clientDrop: '51000000-0000-4000-a000-000000000001',
  sharedTask: '60000000-0000-4000-a000-000000000001',
  privateTask: '60000000-0000-4000-a000-000000000002',
  sharedComment: '61000000-0000-4000-a000-000000000001',
  privateComment: '61000000-0000-4000-a000-000000000002',
} as const

/** A notice of each source: its table, its recipient column, and the other columns with values. */
export const noticeSources: readonly [table: string, recipient: string, columns: string, values: string][] = [
  ['notifications', 'user_id', 'type, title', `'logistics_update', 'Van'`],
  [
    'task_reply_notifications',
    'user_id',
    'task_id, commenter_id, comment_id, task_title',
    `'${row.sharedTask}', '${idOf('colleague')}', '${row.sharedComment}', 'Measure'`,
  ],
  ['mockup_notifications', 'notified_user_id', 'job_id, action_type', `'${row.job}', 'approved'`],
  ['delivery_notifications', 'notified_user_id', 'delivery_id, project_title', `'${row.clientDelivery}', 'Fascia'`],
  [
    'partial_delivery_notifications',
    'notified_user_id',
    'partial_delivery_id, project_title',
    `'${row.clientDrop}', 'Fascia'`,
  ],
]

let shared: Promise<Engine> | undefined
let inUse: Engine | undefined

/**
 * A booted database with one person of every kind, shared by a worker's files one after another: `close` undoes a
 * file's changes. `withinOneTransaction` lists its limits; a test that needs more uses `openOwnWorld`.
 */
export async function openWorld(): Promise<Engine> {
  const fault = process.env['DATABASE_FAULT']
  if (fault === 'noticed') throw new Error('The planted fault was noticed already')
  shared ??= withoutFault(openOwnWorld)
  // A file that failed before it could close.
  await inUse?.close()
  inUse = await withinOneTransaction(await shared)
  await plantFault(inUse, fault)
  return inUse
}

/** The world that files share is whole: a fault is planted in the transaction of each, and undone with it. */
async function withoutFault<Result>(work: () => Promise<Result>): Promise<Result> {
  const fault = process.env['DATABASE_FAULT']
  delete process.env['DATABASE_FAULT']
  try {
    return await work()
  } finally {
    if (fault !== undefined) process.env['DATABASE_FAULT'] = fault
  }
}

/** As `openWorld`, but a separate database with commits, notifications and several sessions. The caller closes it. */
export async function openOwnWorld(): Promise<Engine> {
  const engine = await openTestDatabase()
  await engine.exec(everybody())
  await engine.exec(readyToInvoice)
  await engine.exec(papers)
  await engine.exec(tasks)
  return engine
}

/** As `openWorld`, with every verb granted on every table: only policies and triggers can refuse. */
export async function openGrantedWorld(): Promise<Engine> {
  const engine = await openWorld()
  await grantEverything(engine)
  return engine
}

export const grantEverything = (engine: Engine): Promise<void> =>
  engine.exec('grant all on all tables in schema public to anon, authenticated')

const everyone = Object.entries(people).map(([name, { id, role }]) => ({
  name,
  id,
  role,
  email: `${name.toLowerCase()}@people.example`,
}))

function everybody(): string {
  const accounts = everyone.map(
    ({ id, email }) => `('${id}', 'authenticated', 'authenticated', '${email}', 'not a hash', now())`,
  )
  const roles = everyone.filter(({ role }) => role !== null).map(({ id, role }) => `('${id}', '${role}')`)
  const contact = (person: Person, contactId = 'gen_random_uuid()') =>
    `(${contactId}, '${idOf(person)}', '${person}', '${emailOf(person)}', 'verified')`
  const contacts = [
    contact('client', `'${row.clientContact}'`),
    contact('otherClient', `'${row.otherClientContact}'`),
    ...everyone
      .filter(({ name, role }) => role !== null && role !== 'client' && name !== 'visitor')
      .map(({ id, name, email }) => `(gen_random_uuid(), '${id}', '${name}', '${email}', 'verified')`),
  ]
  return `
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at) values ${accounts.join(', ')};
    insert into public.user_roles (user_id, role) values ${roles.join(', ')};
    insert into public.contacts (id, user_id, name, email, profile) values ${contacts.join(', ')};
    -- The hard floor holds whatever the rows say: pending people and clients have every right on paper.
    insert into public.page_permissions (role, page_name, can_view, can_create, can_edit, can_delete)
      select hopeful, page_name, true, true, true, true from public.page_permissions,
        unnest(array['pending', 'client']::public.app_role[]) as hopeful where role = 'admin';
    insert into public.role_permissions (role, permission_id)
      select hopeful, id from public.permissions, unnest(array['pending', 'client']::public.app_role[]) as hopeful;`
}

const papers = `
  insert into public.contacts (id, type, company, name) values ('${row.business}', 'Business', 'Bakery Ltd', 'Bakery');
  insert into public.locations (id, label, business_id) values ('${row.location}', 'Shop front', '${row.business}');
  insert into public.quotations (id, quotation_number, status, contact_id, public_uuid, net, vat) values
    ('${row.clientQuotation}', 'Q-1', 'sent', '${row.clientContact}', '${row.clientQuotationLink}', 100, 18),
    ('${row.otherClientQuotation}', 'Q-2', 'sent', '${row.otherClientContact}', gen_random_uuid(), 50, 9),
    ('${row.clientDraft}', 'Q-3', 'draft', '${row.clientContact}', '${row.draftLink}', 10, 1.80);
  insert into public.jobs (id, job_number, quotation_id, title) values
    ('${row.job}', 'JOB-1', '${row.clientQuotation}', 'Fascia');
  insert into public.deliveries (id, delivery_number, contact_id, project_title) values
    ('${row.clientDelivery}', 'DN-1', '${row.clientContact}', 'Fascia'),
    ('${row.otherClientDelivery}', 'DN-2', '${row.otherClientContact}', 'Van wrap');
  insert into public.partial_deliveries (id, partial_number, delivery_id, seq) values
    ('${row.clientDrop}', 'DN-1/1', '${row.clientDelivery}', 1),
    (gen_random_uuid(), 'DN-2/1', '${row.otherClientDelivery}', 1);`

const tasks = `
  insert into public.tasks (id, title, created_by, assignees) values
    ('${row.sharedTask}', 'Measure the shop front', '${idOf('colleague')}', array['${idOf('otherAdmin')}']::uuid[]),
    ('${row.privateTask}', 'Buy a cake', '${idOf('colleague')}', '{}');
  insert into public.task_comments (id, task_id, user_id, content) values
    ('${row.sharedComment}', '${row.sharedTask}', '${idOf('colleague')}', 'At nine'),
    ('${row.privateComment}', '${row.privateTask}', '${idOf('colleague')}', 'Chocolate');
  insert into public.task_ready (task_id, user_id, ready) values ('${row.sharedTask}', '${idOf('colleague')}', true);`
