import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { createTasks } from '@/features/office/tasks/api/create-tasks.mutation'
import { blankDraft, type DraftContent } from '@/machines/quick-add/draft-content'
import { fileNameOf } from '@/shared/domain/web/attachment'
import { highlightMentions, mentionedIn } from '@/shared/domain/text/mention'
import { storable, storableLine } from '@/shared/domain/text/storable'
import { hasTitle, textToHtml } from '@/shared/domain/tasks/task'
import { canBeCreated, storedDescription } from '@/shared/domain/text/task-description'
import { taskFilePath } from '@/shared/domain/tasks/task-file'
import { patience, share } from './bad-input/cases.ts'
import { expectWords, forbidBadAnswers } from './bad-input/watch.ts'
import { anyValue, anyWords } from './bad-input/words.ts'
import { openBadInputWorld } from './bad-input/world.ts'
import { admin } from '../faults/people.ts'

const world = await openBadInputWorld()
afterAll(() => world.close())
forbidBadAnswers()

const stored = async (id: string) => {
  const { data } = await admin(world.server)
    .from('tasks')
    .select('title, description, created_by, assignees, images, contact_id, location_id, related_quotation_id')
    .eq('id', id)
    .throwOnError()
  return data
}

const site = (id: string) => ({
  ...{ id, label: 'Front', address: null, city: null, state: null },
  ...{ country: null, lat: null, lng: null },
})

const people = ['sara', 'petra', 'pending', 'client', 'nobody', 'no id'] as const
const anyPeople = fc.oneof(
  { weight: 5, arbitrary: fc.array(fc.constantFrom(...people), { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(Array(201).fill('petra'), Array(201).fill('nobody')) },
)
const idOf = (name: (typeof people)[number]) =>
  name === 'nobody' ? randomUUID() : name === 'no id' ? 'not-an-id' : world[name].id

/** One byte more than the database accepts, and exactly the limit. */
const largest = [2 ** 20 - 6, 2 ** 20 - 7].map((size) => `<p>${'x'.repeat(size)}</p>`)

const anyDraft = fc.record({
  title: anyWords,
  description: fc.oneof(anyWords, anyWords.map(textToHtml), fc.constantFrom(...largest)),
  todos: fc.array(fc.record({ id: anyWords, text: anyWords, completed: fc.boolean() }), { maxLength: 3 }),
  related: fc.constantFrom('nothing', 'client', 'site', "another's site", 'site alone', 'quotation', 'unknown'),
  files: fc.oneof(
    { weight: 5, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.array(anyWords, { minLength: 1, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.constant<string[]>(Array(101).fill('https://example.com/a.pdf')) },
  ),
})
type AnyDraft = typeof anyDraft extends fc.Arbitrary<infer Draft> ? Draft : never

function draftOf({ title, description, todos, related, files }: AnyDraft): DraftContent {
  const id = related === 'unknown' ? randomUUID() : world.business
  const withClient = { client: { id, name: 'Bakery', company: null } }
  return {
    ...blankDraft(randomUUID()),
    ...{ title, description, todos, files: files.map((path) => ({ path, name: 'a' })) },
    ...(related === 'nothing' || related === 'site alone' ? {} : withClient),
    ...(related === 'site' || related === 'site alone' ? { location: site(world.site) } : {}),
    ...(related === "another's site" ? { location: site(world.otherSite) } : {}),
    ...(related === 'quotation' ? { quotation: { id: world.quotation, number: 'Q-1' } } : {}),
  }
}

describe('quick add', () => {
  test(
    'spec 2 §5: whatever is written becomes a task that says just that, or is refused in words and leaves nothing',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyDraft, anyPeople, async (written, chosen) => {
          const draft = draftOf(written)
          const assignees = chosen.map(idOf)
          const { created, failure } = await createTasks({ drafts: [draft], assignees, createdBy: world.sara.id })
          if (failure !== null) {
            expect([created, await stored(draft.id)]).toEqual([[], []])
            return expectWords(failure)
          }
          const petra = { userId: world.petra.id, name: 'Petra Ġilju', role: 'team_member' as const }
          const [row] = await stored(draft.id)
          expect(row).toMatchObject({
            title: storableLine(draft.title),
            created_by: world.sara.id,
            assignees: [...new Set([...assignees, ...mentionedIn(draft, [petra])])],
            images: draft.files.map(({ path }) => path),
            contact_id: draft.client?.id ?? null,
            location_id: draft.location?.id ?? null,
            related_quotation_id: draft.quotation?.id ?? null,
          })
          const marked = { ...draft, description: highlightMentions(draft.description, [petra]) }
          expect(row?.description ?? '').toBe(storable(storedDescription(marked)))
        }),
        share(0.5),
      )
    },
    patience,
  )

  test(
    'the form lets through just the titles and descriptions that the database takes',
    async () => {
      const text = anyDraft.map((written) => ({ ...written, related: 'nothing' as const, files: [] }))
      await fc.assert(
        fc.asyncProperty(text, async (written) => {
          const draft = draftOf(written)
          fc.pre(hasTitle(draft))
          const { failure } = await createTasks({ drafts: [draft], assignees: [], createdBy: world.sara.id })
          expect(failure === null).toBe(canBeCreated([draft]))
        }),
        share(0.25),
      )
    },
    patience,
  )

  test(
    'whatever a program sends is a task of its sender, or is refused in words',
    async () => {
      const columns = 'id title description status created_by assignees created_at images contact_id location_id'.split(
        ' ',
      )
      const more = ['related_quotation_id', 'due_at', 'is_admin', 'select']
      const anyTask = fc.record(Object.fromEntries([...columns, ...more].map((name) => [name, anyValue])), {
        requiredKeys: ['title'],
      })
      const untouched = () =>
        world.server.engine.query('select * from public.tasks where created_by = $1 order by id', [world.petra.id])
      const before = await untouched()
      await fc.assert(
        fc.asyncProperty(anyTask, fc.boolean(), async (task, aMistakeLess) => {
          const sent = aMistakeLess ? { title: task['title'] } : task
          const { error, data } = await world.raw.from('tasks').insert(sent).select('created_by').maybeSingle()
          if (error) expectWords(error.message)
          else expect(data).toEqual({ created_by: world.sara.id })
        }),
        share(0.25),
      )
      expect(await untouched()).toEqual(before)
    },
    patience,
  )
})

describe('files', () => {
  const bucket = () => world.raw.storage.from('task-images')
  const types = [
    'image/png',
    'text/html',
    'image/svg+xml',
    'application/pdf',
    '',
    'x',
    'text/html;charset=\u0000',
    'a/b; c="',
  ]
  let moment = 1_700_000_000_000

  test(
    'a file of any name and any type is kept as it was, under a name that storage takes, and never runs',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyWords, fc.constantFrom(...types), anyWords, async (name, type, text) => {
          const path = taskFilePath(`${name}.pdf`, (moment += 1))
          const sent = new Blob([text], { type })
          const { error } = await bucket().upload(path, sent, type ? { contentType: type } : {})
          if (error) return expectWords(error.message)
          expect(fileNameOf(path)).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)
          const { data } = await bucket().createSignedUrl(path, 60)
          const answer = await fetch(data?.signedUrl ?? '')
          expect(await answer.bytes()).toEqual(await sent.bytes())
          expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
          expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
          const inline = answer.headers.get('content-disposition')?.startsWith('inline')
          if (inline) expect(answer.headers.get('content-type')).not.toMatch(/html|svg|xml|script/)
        }),
        share(0.4),
      )
    },
    patience,
  )

  test(
    'a path is the name of an upload and nothing else, or is refused in words',
    async () => {
      const anyPath = fc.oneof(
        anyWords,
        anyWords.map((words) => `task-comments/${Date.now()}-${words}`),
        anyWords.map((words) => `${Date.now()}-${words}`),
        fc.constantFrom('../x', 'task-comments/../../x', '1700000000000-a/../b', 'C:\\x', 'CON', '.x', 'x.', 'x '),
      )
      await fc.assert(
        fc.asyncProperty(anyPath, async (path) => {
          const { error, data } = await bucket().upload(path, new Blob(['x']))
          if (error) return expectWords(error.message)
          expect(data.fullPath.replace(/^task-images\//, '')).toMatch(
            /^(task-comments\/)?[0-9]{10,17}[-_]?[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/,
          )
        }),
        share(0.4),
      )
    },
    patience,
  )

  test(
    'a link is made for what one sees and for a sensible time, or is refused in words',
    async () => {
      const path = taskFilePath('plan.pdf', (moment += 1))
      await bucket().upload(path, new Blob(['x']))
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(anyWords, fc.constant(path)),
          fc.oneof(fc.integer(), fc.double()),
          async (name, life) => {
            const { error, data } = await bucket().createSignedUrl(name, life)
            if (error) return expectWords(error.message)
            expect([name, life > 0, data.signedUrl.includes('token=')]).toEqual([path, true, true])
          },
        ),
        share(0.2),
      )
    },
    patience,
  )
})
