import { Badge } from '@mantine/core'
import {
  IconCheck,
  IconCircle,
  IconCircleDot,
  IconCircleHalf2,
  IconPlayerPause,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { type DocumentKind, type Shape, type Status, statusOf, type Tone } from '@/documents/statuses'

const colours: Record<Tone, string> = {
  quiet: 'gray',
  waits: 'yellow',
  moves: 'cyan',
  done: 'green',
  wrong: 'magenta',
}
const icons: Record<Shape, TablerIcon> = {
  ring: IconCircle,
  half: IconCircleHalf2,
  dot: IconCircleDot,
  tick: IconCheck,
  cross: IconX,
  bars: IconPlayerPause,
}

type StatusBadgeProps = {
  kind: DocumentKind
  status: string
  /** Replaces the status when more is known than the status says. */
  state?: Status | null
}

/** The status of a document, in its word, colour and shape. */
export function StatusBadge({ kind, status, state = null }: StatusBadgeProps) {
  const known = state ?? statusOf(kind, status)
  const Icon = icons[known?.shape ?? 'ring']
  return (
    <Badge
      component="span"
      variant="light"
      style={{ flex: 'none', minWidth: 'max-content' }}
      color={colours[known?.tone ?? 'quiet']}
      leftSection={<Icon size={12} stroke={2.2} aria-hidden />}
    >
      {known?.label ?? status}
    </Badge>
  )
}
