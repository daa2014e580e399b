import { shortDecimalText } from '@/shared/domain/money/money'
import { calendarDayText, momentText } from '@/shared/domain/text/formats'

/** The words for each type of event in the story of a job. */
export const jobWords = {
  created: 'Created',
  held: 'Put on hold',
  cancelled: 'Cancelled',
  begun_again: 'Begun again',
  due_moved: 'Due date moved',
  delivered_unfinished: 'Handed over before its steps were done',
  handed_over: 'Handed over',
  step_planned: 'Step planned',
  step_started: 'Step started',
  begun_without: 'Begun without its material',
  step_done: 'Step done',
  step_skipped: 'Step skipped',
  step_added: 'Step added',
  step_removed: 'Step removed',
  mockup_added: 'Mockup added',
  mockup_review: 'Mockup in review',
  mockup_draft: 'Mockup back to draft',
  mockup_sent: 'Mockup sent',
  mockup_approved: 'Mockup approved',
  mockup_rejected: 'Mockup rejected',
  mockup_revision_requested: 'Mockup: changes requested',
  panel_added: 'Panel added',
  panel_ready: 'Panel ready',
  part_missing: 'Part missing',
  part_taken_back: 'Mark taken back',
  material_taken: 'Material taken',
  material_returned: 'Material returned',
  offcut_used: 'Offcut used',
  check_passed: 'Passed quality control',
  check_failed: 'Failed quality control',
  file_added: 'File added',
  file_removed: 'File removed',
} as const

/** What an event of a job was about, behind its words: `: Print, 8 good, 1 wasted`; '' where the words say all. */
export function jobEventDetail(meta: unknown, type: string): string {
  const of = (name: string): string | null => {
    const value: unknown = Reflect.get(Object(meta), name)
    if (typeof value === 'number') return String(value)
    return typeof value === 'string' && value !== '' ? value : null
  }
  const parts =
    type === 'material_taken' || type === 'material_returned' ? [words(of('qty'), 'of', of('item'))] : about(of, type)
  const said = parts.filter((part) => part !== null).join(', ')
  return said === '' ? '' : `: ${said}`
}

type Of = (name: string) => string | null

/** Words with their values; null where a value is missing. */
const words = (...listed: (string | null)[]): string | null => (listed.includes(null) ? null : listed.join(' '))

const pieces = (of: Of, name: string, word: string): string | null => {
  const count = of(name)
  return count === null ? null : `${shortDecimalText(count)} ${word}`
}

const day = (at: string | null) => (at === null ? null : calendarDayText(at))
const moment = (at: string | null) => (at === null ? null : momentText(at))

function about(of: Of, type: string): (string | null)[] {
  switch (type) {
    case 'created':
      return [words('from', of('quotation_number')), words('made again from', of('remake_of')), of('reason')]
    case 'due_moved':
      return [
        words('from', day(of('from')), 'to', day(of('to')) ?? 'no day') ?? words('to', day(of('to'))),
        words('with', of('with')),
      ]
    case 'step_planned':
      return [of('step'), words('for', moment(of('to'))) ?? 'no time']
    case 'handed_over':
      return [
        of('qty'),
        words('with', of('number')),
        words('received by', of('received_by')),
        words('the order was on hold:', of('on_hold')),
      ]
    case 'check_failed':
    case 'check_passed':
      return [
        of('reason'),
        pieces(of, 'failed', 'did not pass'),
        words('back to', of('step')),
        words('made again as', of('remake')),
      ]
    case 'offcut_used':
      return [words(of('size'), 'of', of('item')) ?? of('item')]
    case 'delivered_unfinished':
      return [pieces(of, 'open_steps', of('open_steps') === '1' ? 'step open' : 'steps open')]
    default:
      return [
        of('step'),
        words('panel', of('panel')),
        of('part'),
        words('version', of('version')),
        pieces(of, 'good', 'good'),
        pieces(of, 'waste', 'wasted'),
        of('missing'),
        of('reason'),
        of('words'),
      ]
  }
}
