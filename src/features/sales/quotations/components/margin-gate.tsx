import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useDialog } from '@/kit/dialog/use-dialog'
import { ReasonDialog } from '@/kit/record/reason-dialog'
import { dayText } from '@/shared/domain/text/formats'
import { shortDecimalText, withMinus } from '@/shared/domain/money/money'
import { saveProblem } from '@/shared/hooks/save-problem'
import { approveMargin, askForApproval, type MarginState, marginStateQuery } from '../api/margin.query'
import type { Quotation } from '../api/quotation.query'
import { quotationsKey } from '../api/quotations.query'
import classes from './margin-gate.module.css'

/** The notice of a draft below the margin floor, with the approval or a request for it. */
export function MarginGate({ row, mayEdit }: { row: Quotation; mayEdit: boolean }) {
  const { data: margin } = useQuery({ ...marginStateQuery(row.id), enabled: row.status === 'draft' })
  const dialog = useDialog('margin')
  if (row.status !== 'draft' || !margin || margin.state === 'fine') return null
  if (margin.state === 'unknown')
    return margin.unknown_lines === undefined ? null : (
      <section className={classes.gate} aria-label="Margin floor">
        <Text fw={600}>Whether the margin is above the floor is not known</Text>
        <Text size="sm">
          {margin.unknown_lines === 1 ? 'A line has' : `${margin.unknown_lines} lines have`} no cost yet. Enter it in
          the column Cost.
        </Text>
      </section>
    )
  const isBelow = margin.state === 'below'
  return (
    <section className={classes.gate} data-below={isBelow || undefined} aria-label="Margin floor">
      <Text fw={600}>{isBelow ? 'The margin is below the floor' : 'The margin below the floor is approved'}</Text>
      <Lines of={margin} />
      {isBelow ? (
        margin.may_approve ? (
          <>
            <Text size="sm">A reason is needed before this quotation is sent.</Text>
            <Button size="xs" onClick={() => dialog.open('reason')}>
              Say why it may be sent
            </Button>
          </>
        ) : (
          <>
            <Text size="sm">Needs approval by {nameList(margin.approvers)} before it is sent.</Text>
            {mayEdit ? <Ask id={row.id} /> : null}
          </>
        )
      ) : (
        <Text size="sm">
          {margin.reason}
          <Text span c="dimmed" size="xs" display="block">
            {[margin.approved_by, margin.approved_at ? dayText(margin.approved_at) : null].filter(Boolean).join(' · ')}
            {' · Another price needs another approval.'}
          </Text>
        </Text>
      )}
      {dialog.isOpen ? (
        <ReasonDialog
          title={`Send ${row.number_with_version} below the margin floor?`}
          text="The reason is shown in the story of the quotation. It is valid for these prices only."
          submitLabel="Approve"
          name={`margin-${row.id}`}
          queryKey={quotationsKey}
          save={(reason) => approveMargin(row.id, reason)}
          onClose={dialog.close}
        />
      ) : null}
    </section>
  )
}

function Lines({ of: { lines } }: { of: MarginState }) {
  if (!lines || lines.length === 0) return null
  return (
    <ul className={classes.lines}>
      {lines.slice(0, 6).map((line) => (
        <li key={line.item_id ?? 'whole'}>
          <span>
            {line.item_id === null ? 'The whole quotation' : line.description?.trim() || 'A line without words'}
          </span>
          <span>
            {withMinus(shortDecimalText(line.margin_pct))} %{' '}
            <span className={classes.floor}>of {shortDecimalText(line.floor_pct)} %</span>
          </span>
        </li>
      ))}
      {lines.length > 6 ? <li>{lines.length - 6} more lines</li> : null}
    </ul>
  )
}

function Ask({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const asking = useActMutation({
    mutationFn: () => askForApproval(id),
    onSuccess: () => notifications.show({ message: 'Everybody who may approve it has a notice.' }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not asked', message: saveProblem(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: quotationsKey }),
  })
  return (
    <Button
      size="xs"
      variant="default"
      loading={asking.isPending}
      disabled={asking.isSuccess}
      onClick={() => asking.mutate()}
    >
      {asking.isSuccess ? 'Asked' : 'Ask for approval'}
    </Button>
  )
}

/** `Maria Novak or Victor Martin`; at most three names. */
export function nameList(names: readonly string[]): string {
  if (names.length === 0) return 'somebody who sees costs: please ask an admin'
  if (names.length <= 3) return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ')
  return `${names.slice(0, 2).join(', ')} or ${names.length - 2} others`
}
