import type { JobCard } from '../shared/api/cards.query'

/** The jobs for the wall: late, urgent, at risk, due today, then the others, and those on hold last; each group by due day. */
export function firstForTheWall(
  cards: readonly JobCard[],
  timingOf: (card: JobCard) => 'late' | 'at_risk' | null,
  today: string,
): JobCard[] {
  const rankOf = (card: JobCard): number => {
    if (card.status === 'on_hold') return 6
    const timing = timingOf(card)
    if (timing === 'late') return card.priority === 'urgent' ? 0 : 1
    if (card.priority === 'urgent') return 2
    if (timing === 'at_risk') return 3
    return card.due_date === today ? 4 : 5
  }
  return cards
    .filter(({ status }) => status !== 'ready')
    .toSorted(
      (one, other) =>
        rankOf(one) - rankOf(other) ||
        (one.due_date ?? '9').localeCompare(other.due_date ?? '9') ||
        one.job_number.localeCompare(other.job_number),
    )
}
