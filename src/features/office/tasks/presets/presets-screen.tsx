import { checkbox, choice, severalOf } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { lines } from '@/kit/fields/lists/lines-field'
import { wholeNumber } from '@/kit/fields/number-fields'
import { people } from '@/kit/fields/lists/people-field'
import { record } from '@/kit/fields/record-field'
import { longText, text } from '@/kit/fields/text-fields'
import { weekdays } from '@/kit/fields/lists/weekdays-field'
import { defineSmallTable, type SmallRecord } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { contacts } from '@/kit/pickers/contact-picker'
import { can, type Rights } from '@/shared/domain/people/permission'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { presetsKey } from '../api/presets.query'

type Drafts = Readonly<Record<string, string>>
const comes =
  (...ways: string[]) =>
  ({ every = '' }: Drafts) =>
    ways.includes(every)
const comesAgain = comes('week', 'month', 'workdays')
const mayChange = (rights: Rights, { created_by }: SmallRecord, userId: string) =>
  can(rights, 'tasks', 'edit') || created_by === userId

const presets = defineSmallTable({
  table: 'task_presets',
  one: 'preset',
  many: 'presets',
  order: 'title',
  fields: defineFields({
    title: text('Title', { required: true, max: 500, wide: true, placeholder: 'Clean the print heads' }),
    description: longText('Description', { max: 20_000 }),
    checklist: lines('Checklist', { parts: { text: 'What to do' }, one: 'item', least: 0, most: 50 }),
    assignees: people('People', { wide: true }),
    roles: severalOf(
      'Everybody who is',
      [
        { value: 'admin', label: 'Admin' },
        { value: 'team_member', label: 'Team member' },
        { value: 'sales', label: 'Sales' },
        { value: 'accounts', label: 'Accounts' },
        { value: 'account_manager', label: 'Account manager' },
      ],
      { wide: true, help: 'As it is when the task is made. Without people the task is its author’s alone.' },
    ),
    contact_id: record('Client', contacts),
    every: choice(
      'Comes again',
      [
        { value: 'week', label: 'On days of the week' },
        { value: 'month', label: 'Once a month' },
        { value: 'workdays', label: 'Every few working days' },
      ],
      { help: 'Empty: it is only made by hand.' },
    ),
    weekdays: weekdays('On', { required: true, missing: 'Please choose a day', hiddenUnless: comes('week') }),
    day_of_month: wholeNumber('Day of the month', {
      least: '1',
      most: '31',
      help: 'Empty: the last working day. A day on which you do not work is the next working day.',
      hiddenUnless: comes('month'),
    }),
    every_days: wholeNumber('Every so many working days', {
      required: true,
      least: '1',
      most: '250',
      initial: 1,
      hiddenUnless: comes('workdays'),
    }),
    starts_on: date('First day', { required: true, hiddenUnless: comesAgain }),
    ends_on: date('Last day', { help: 'Empty: it has no end.', hiddenUnless: comesAgain }),
    due_in: wholeNumber('Due after working days', {
      most: '365',
      initial: 0,
      help: '0 is the same day. Empty: no due date.',
      hiddenUnless: comesAgain,
    }),
    is_paused: checkbox('Paused', { hiddenUnless: comesAgain }),
    next_on: {
      ...date('Next'),
      readOnly: true,
      hiddenUnless: ({ next_on = '', is_paused = '' }) => next_on !== '' && is_paused === '',
    },
    last_error: {
      ...text('Could not be made'),
      readOnly: true,
      hiddenUnless: ({ last_error = '' }) => last_error !== '',
    },
  }),
  columns: ['title', 'every', 'weekdays', 'next_on', 'is_paused', 'assignees', 'roles', 'last_error'],
  check: ({ starts_on = '', ends_on = '' }) =>
    ends_on !== '' && ends_on < starts_on ? { ends_on: 'The end is before the start' } : {},
  key: presetsKey,
  live: [{ page: 'tasks', tables: ['task_presets'] }],
  rights: { add: (rights) => can(rights, 'tasks', 'create'), change: mayChange, remove: mayChange },
  about: 'A preset is what a task begins with. One that comes again makes its task itself.',
})

/** /tasks/presets: what tasks begin with, and tasks that come again. */
export const PresetsScreen = () => (
  <PageFrame
    title="Task Presets"
    lead="New tasks begin with a preset. One that comes again makes its task itself on its day."
    width="page"
  >
    <SmallTable of={presets} />
  </PageFrame>
)
