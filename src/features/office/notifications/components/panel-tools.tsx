import { ActionIcon, Group, NativeSelect, SegmentedControl, Tooltip } from '@mantine/core'
import { IconChecks, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import {
  type NoticeOrder,
  type NotificationSource,
  notificationSources,
  sourceNames,
  sourceOf,
} from '@/shared/domain/records/notification'
import type { UnreadCounts } from '../api/unread-counts.query'
import classes from './panel-tools.module.css'

export type Show = 'unread' | 'all'

type PanelToolsProps = {
  show: Show
  onShow: (show: Show) => void
  order: NoticeOrder
  onOrder: (order: NoticeOrder) => void
  /** Null for all sources. */
  source: NotificationSource | null
  onSource: (source: NotificationSource | null) => void
  counts: UnreadCounts | undefined
  /** Null while nothing is unread here. */
  onMarkAll: (() => void) | null
}

/** The filter, the order, and the actions on all notices of the panel. */
export function PanelTools({ show, onShow, order, onOrder, source, onSource, counts, onMarkAll }: PanelToolsProps) {
  const other = order === 'oldest' ? 'newest' : 'oldest'
  const Icon = order === 'oldest' ? IconSortAscending : IconSortDescending
  return (
    <div className={classes.tools}>
      <Group justify="space-between" wrap="nowrap">
        <SegmentedControl
          size="xs"
          classNames={{ label: classes.choice ?? '' }}
          aria-label="Which notifications"
          value={show}
          onChange={(value) => onShow(value === 'all' ? 'all' : 'unread')}
          data={[
            { value: 'unread', label: 'Unread' },
            { value: 'all', label: 'All' },
          ]}
        />
        <Group gap={4} wrap="nowrap">
          <Tooltip label="Mark all as read">
            <ActionIcon
              size="lg"
              aria-label="Mark all as read"
              disabled={onMarkAll === null}
              onClick={() => onMarkAll?.()}
            >
              <IconChecks size={20} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={`${order === 'oldest' ? 'Oldest' : 'Newest'} first`}>
            <ActionIcon size="lg" aria-label={`Show ${other} first`} onClick={() => onOrder(other)}>
              <Icon size={20} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      <NativeSelect
        aria-label="Source"
        value={source ?? ''}
        onChange={(event) => onSource(sourceOf(event.currentTarget.value))}
        data={[
          { value: '', label: 'All sources' },
          ...notificationSources.map((name) => ({ value: name, label: labelOf(name, counts) })),
        ]}
      />
    </div>
  )
}

const labelOf = (source: NotificationSource, counts: UnreadCounts | undefined) => {
  const unread = counts?.[source] ?? 0
  return unread > 0 ? `${sourceNames[source]} (${unread} unread)` : sourceNames[source]
}
