import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { MomentField } from '@/kit/fields/moment-field'
import { momentText } from '@/shared/domain/text/formats'
import type { Edit, Line } from '../correction'
import type { SessionEdits } from '../use-session-edits'
import classes from './session-fields.module.css'

type SessionFieldsProps = {
  line: Line
  /** Counted from 1. */
  number: number
  problem: string | undefined
  onChange: (edit: Edit) => void
}

/** The sessions of a correction. Each shows its problem after the first try to send. */
export const SessionLines = ({ of, wasTried }: { of: SessionEdits; wasTried: boolean }) =>
  of.lines.map((line, place) => (
    <SessionFields
      key={line.key}
      line={line}
      number={place + 1}
      problem={wasTried ? of.problems[line.key] : undefined}
      onChange={(edit) => of.change(line.key, edit)}
    />
  ))

/** One session of a correction: from, to, and a way to take it out and back. */
function SessionFields({ line, number, problem, onChange }: SessionFieldsProps) {
  const isRunning = line.was.endTime === null
  if (line.isRemoved)
    return (
      <div className={classes.removed}>
        <span>{[`Session ${number}`, began(line)].filter(Boolean).join(' of ')} goes when you save.</span>
        <Button size="compact-sm" variant="default" flex="none" onClick={() => onChange({ isRemoved: false })}>
          Keep it
        </Button>
      </div>
    )
  return (
    <div className={classes.session} role="group" aria-label={`Session ${number}`}>
      <MomentField
        label={`Session ${number}, from`}
        error={problem}
        value={line.from}
        onChange={(from) => onChange({ from })}
      />
      <MomentField
        label={`Session ${number}, to${isRunning ? ' (runs now)' : ''}`}
        value={line.to}
        usualDay={line.from.split('T')[0] ?? ''}
        onChange={(to) => onChange({ to })}
      />
      <Tooltip label="Remove this session">
        <ActionIcon
          className={classes.remove}
          size="lg"
          aria-label={`Remove session ${number}`}
          onClick={() => onChange({ isRemoved: true })}
        >
          <IconTrash size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}

const began = ({ was }: Line) => (Number.isNaN(Date.parse(was.startTime)) ? '' : momentText(was.startTime))
