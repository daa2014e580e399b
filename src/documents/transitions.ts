import type { DocumentKind, StatusOf } from './statuses.ts'

/**
 * The allowed transitions of statuses. `private.document_transitions` in the database has the same and decides; this
 * table adds the labels of buttons.
 */
export type Transition = {
  from: string
  to: string
  /** The function of the database that makes the step; null where the status itself is updated. */
  through: string | null
  /** The label of the step's button. */
  action: string
}

/** Steps that follow from other records: no person takes them, and they have no button. */
const computed = 'computed'

/** One step from each of these statuses to the same one. */
const steps = <Kind extends DocumentKind>(
  from: readonly StatusOf<Kind>[],
  to: StatusOf<Kind>,
  through: string | null,
  action: string,
): Transition[] => from.map((each) => ({ from: each, to, through, action }))

/** Each of these statuses may follow any other one, as other records change. */
const amongEachOther = (statuses: readonly string[]): Transition[] =>
  statuses.flatMap((from) =>
    statuses.filter((to) => to !== from).map((to) => ({ from, to, through: computed, action: '' })),
  )

const unmadeJob = ['new', 'artwork', 'awaiting_approval', 'approved', 'in_production', 'qc'] as const
const openJob = [...unmadeJob, 'ready'] as const
const runningOrder = ['confirmed', 'awaiting_deposit', 'in_production', 'ready', 'part_delivered'] as const
const liveOrder = [...runningOrder, 'delivered', 'completed'] as const
const onItsWay = ['planned', 'ready', 'out'] as const

const tables: Record<DocumentKind, readonly Transition[]> = {
  quotation: [
    ...steps<'quotation'>(['draft'], 'sent', 'send_quotation', 'Send'),
    ...steps<'quotation'>(['sent', 'change_requested'], 'approved', 'approve_quotation', 'Record approval'),
    ...steps<'quotation'>(['sent', 'change_requested'], 'rejected', 'reject_quotation', 'Record rejection'),
    ...steps<'quotation'>(['sent'], 'change_requested', 'request_quotation_change', 'Record a change request'),
    ...steps<'quotation'>(['sent'], 'expired', 'expire_quotations', 'Mark as expired'),
    ...steps<'quotation'>(['approved'], 'converted', 'approve_quotation', 'Make order'),
    ...steps<'quotation'>(
      ['sent', 'change_requested', 'rejected', 'expired'],
      'draft',
      'revise_quotation',
      'Start the next version',
    ),
    ...steps<'quotation'>(['approved', 'converted'], 'sent', 'undo_approval', 'Undo approval'),
    ...steps<'quotation'>(
      ['draft', 'sent', 'change_requested', 'approved', 'rejected', 'expired'],
      'cancelled',
      'cancel_quotation',
      'Cancel quotation',
    ),
  ],
  order: [
    ...amongEachOther(liveOrder),
    ...steps<'order'>(runningOrder, 'on_hold', 'hold_order', 'Put on hold'),
    ...liveOrder.flatMap((to) => steps<'order'>(['on_hold'], to, 'release_order', 'Resume')),
    ...steps<'order'>(
      ['confirmed', 'awaiting_deposit', 'in_production', 'ready', 'on_hold'],
      'cancelled',
      'cancel_order',
      'Cancel order',
    ),
  ],
  job: [
    ...steps<'job'>(['new', 'awaiting_approval', 'approved', 'in_production'], 'artwork', null, 'Work on the artwork'),
    ...steps<'job'>(['artwork', 'approved', 'in_production'], 'new', null, 'Back to new'),
    ...steps<'job'>(['artwork', 'approved'], 'awaiting_approval', null, 'Wait for approval'),
    ...steps<'job'>(['new', 'artwork', 'awaiting_approval'], 'approved', null, 'Approve for production'),
    ...steps<'job'>(['new', 'artwork', 'approved'], 'in_production', null, 'Start production'),
    ...steps<'job'>(['in_production'], 'approved', null, 'Take out of production'),
    ...steps<'job'>(['in_production'], 'qc', null, 'Hand to quality control'),
    ...steps<'job'>(['qc', 'ready'], 'in_production', null, 'Back to production'),
    ...steps<'job'>(['qc'], 'ready', 'check_job', 'Pass quality control'),
    ...steps<'job'>(['ready'], 'qc', null, 'Back to quality control'),
    ...steps<'job'>(openJob, 'delivered', 'deliver_drop', 'Deliver'),
    ...steps<'job'>(['delivered'], 'closed', null, 'Close'),
    ...steps<'job'>(['closed'], 'delivered', null, 'Open again'),
    ...steps<'job'>(openJob, 'on_hold', 'hold_job', 'Put on hold'),
    ...openJob.flatMap((to) => steps<'job'>(['on_hold'], to, 'release_job', 'Resume')),
    ...steps<'job'>([...unmadeJob, 'on_hold'], 'cancelled', 'cancel_job', 'Cancel job'),
    ...steps<'job'>(['ready'], 'cancelled', 'cancel_order', 'Cancel order'),
    ...(['new', 'approved', 'in_production'] as const).flatMap((to) =>
      steps<'job'>(['cancelled'], to, 'begin_job_again', 'Begin again'),
    ),
  ],
  job_step: [
    ...steps<'job_step'>(['todo'], 'in_progress', null, 'Start'),
    ...steps<'job_step'>(['in_progress'], 'paused', null, 'Pause'),
    ...steps<'job_step'>(['paused'], 'in_progress', null, 'Resume'),
    ...steps<'job_step'>(['todo', 'in_progress', 'paused'], 'done', 'finish_step', 'Done'),
    ...steps<'job_step'>(['todo', 'paused'], 'skipped', 'skip_step', 'Skip'),
    ...steps<'job_step'>(['skipped'], 'todo', null, 'Do it after all'),
    ...steps<'job_step'>(['done'], 'in_progress', null, 'Open again'),
    ...steps<'job_step'>(['in_progress'], 'todo', null, 'Not started yet'),
    ...steps<'job_step'>(['done'], 'todo', 'check_job', 'Do it again'),
  ],
  mockup: [
    ...steps<'mockup'>(['draft'], 'internal_review', null, 'Ask colleagues to review'),
    ...steps<'mockup'>(['internal_review'], 'draft', null, 'Back to draft'),
    ...steps<'mockup'>(['draft', 'internal_review'], 'sent', 'send_mockup', 'Send'),
    ...steps<'mockup'>(['sent'], 'approved', 'answer_mockup', 'Record approval'),
    ...steps<'mockup'>(['sent'], 'rejected', 'answer_mockup', 'Record rejection'),
    ...steps<'mockup'>(['sent'], 'revision_requested', 'answer_mockup', 'Record a change request'),
    ...steps<'mockup'>(
      ['draft', 'internal_review', 'sent', 'approved', 'rejected', 'revision_requested'],
      'superseded',
      computed,
      '',
    ),
  ],
  delivery: [
    ...steps<'delivery'>(['planned', 'out'], 'ready', null, 'Ready to go'),
    ...steps<'delivery'>(['ready'], 'planned', null, 'Back to planned'),
    ...steps<'delivery'>(['planned', 'ready'], 'out', null, 'Leave'),
    ...steps<'delivery'>(onItsWay, 'failed', 'fail_delivery', 'Could not deliver'),
    ...steps<'delivery'>(['failed'], 'planned', null, 'Plan again'),
    ...steps<'delivery'>(['planned', 'ready', 'failed'], 'cancelled', null, 'Cancel delivery'),
    ...steps<'delivery'>(onItsWay, 'partially_delivered', 'deliver_drop', 'Deliver a part'),
    ...steps<'delivery'>([...onItsWay, 'partially_delivered'], 'delivered', 'deliver_drop', 'Deliver'),
  ],
  partial_delivery: [
    ...steps<'partial_delivery'>(['planned'], 'out', null, 'Leave'),
    ...steps<'partial_delivery'>(['out'], 'planned', null, 'Back to planned'),
    ...steps<'partial_delivery'>(['planned', 'out'], 'delivered', 'deliver_drop', 'Deliver'),
  ],
  invoice: [
    ...steps<'invoice'>(['draft'], 'issued', 'issue_invoice', 'Issue'),
    ...steps<'invoice'>(['draft'], 'void', 'void_invoice', 'Void'),
    ...amongEachOther(['issued', 'partly_paid', 'paid', 'credited']),
  ],
  credit_note: [
    ...steps<'credit_note'>(['draft'], 'issued', 'issue_credit_note', 'Issue'),
    ...steps<'credit_note'>(['draft'], 'void', 'void_credit_note', 'Void'),
    ...amongEachOther(['issued', 'part_allocated', 'allocated']),
  ],
  payment: [
    ...steps<'payment'>(['pending'], 'succeeded', 'settle_payment_request', 'Record as received'),
    ...steps<'payment'>(['pending'], 'failed', 'fail_payment_request', 'Record as failed'),
    ...steps<'payment'>(['pending'], 'cancelled', 'cancel_payment_request', 'Cancel'),
    ...steps<'payment'>(['succeeded'], 'part_refunded', 'refund_payment', 'Refund a part'),
    ...steps<'payment'>(['succeeded', 'part_refunded'], 'refunded', 'refund_payment', 'Refund'),
    ...steps<'payment'>(['refunded'], 'part_refunded', computed, ''),
    ...steps<'payment'>(['refunded', 'part_refunded'], 'succeeded', computed, ''),
  ],
  payment_request: [
    ...steps<'payment_request'>(['open'], 'processing', 'start_payment', 'Pay'),
    ...steps<'payment_request'>(['processing'], 'open', 'fail_payment_request', 'Try again'),
    ...steps<'payment_request'>(['open', 'processing', 'failed'], 'paid', 'settle_payment_request', 'Record as paid'),
    ...steps<'payment_request'>(['open', 'processing'], 'failed', 'fail_payment_request', 'Record as failed'),
    ...steps<'payment_request'>(['open', 'processing'], 'cancelled', 'cancel_payment_request', 'Cancel'),
    ...steps<'payment_request'>(['open', 'processing'], 'expired', computed, ''),
  ],
  supplier_invoice: [
    ...steps<'supplier_invoice'>(['received', 'scheduled'], 'approved', null, 'Approve'),
    ...steps<'supplier_invoice'>(['received', 'approved'], 'disputed', null, 'Dispute'),
    ...steps<'supplier_invoice'>(['disputed'], 'received', null, 'Dispute settled'),
    ...steps<'supplier_invoice'>(['approved'], 'scheduled', null, 'Schedule payment'),
    ...steps<'supplier_invoice'>(['approved', 'scheduled', 'part_paid'], 'received', null, 'Take the approval back'),
    ...steps<'supplier_invoice'>(['received', 'approved', 'scheduled'], 'part_paid', computed, ''),
    ...steps<'supplier_invoice'>(['received', 'approved', 'scheduled', 'part_paid'], 'paid', computed, ''),
    ...steps<'supplier_invoice'>(['paid'], 'part_paid', computed, ''),
    ...steps<'supplier_invoice'>(['paid', 'part_paid'], 'scheduled', computed, ''),
    ...steps<'supplier_invoice'>(['paid', 'part_paid'], 'approved', computed, ''),
  ],
  payment_run: [
    ...steps<'payment_run'>(['prepared'], 'approved', 'approve_payment_run', 'Approve'),
    ...steps<'payment_run'>(['approved'], 'prepared', computed, ''),
    ...steps<'payment_run'>(['approved'], 'exported', 'export_payment_run', 'Export for the bank'),
    ...steps<'payment_run'>(['exported'], 'paid', 'settle_payment_run', 'Mark as paid'),
    ...steps<'payment_run'>(['paid'], 'exported', computed, ''),
    ...steps<'payment_run'>(['prepared', 'approved', 'exported'], 'cancelled', 'cancel_payment_run', 'Cancel the run'),
  ],
}

/** Every change of status of a kind, also those that follow from other records. */
export const transitionsOf = (kind: DocumentKind): readonly Transition[] => tables[kind]

/** The steps that a person may take from a status, one a button. Rights are asked apart. */
export const actionsFrom = (kind: DocumentKind, status: string): Transition[] =>
  tables[kind].filter(({ from, through }) => from === status && through !== computed)
