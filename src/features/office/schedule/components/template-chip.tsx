import { useDraggable } from '@dnd-kit/core'
import type { Template } from '../api/schedule.query'
import { clockWords, GripIcon } from './shift-block'
import classes from './schedule.module.css'

export const templateWords = ({ name, starts, ends }: Template) =>
  `${name}, ${clockWords(starts)} – ${clockWords(ends)}`

export function TemplateChip({ template }: { template: Template }) {
  const { setNodeRef, attributes, listeners, isDragging } = useDraggable({ id: template.id })
  return (
    <button
      type="button"
      ref={setNodeRef}
      className={classes.chip}
      data-place={template.place}
      data-lifted={isDragging || undefined}
      {...attributes}
      {...listeners}
      aria-label={`Lift template ${templateWords(template)}`}
    >
      <GripIcon />
      {template.name}
      <span className={classes.chipTimes}>
        {clockWords(template.starts)} – {clockWords(template.ends)}
      </span>
    </button>
  )
}
