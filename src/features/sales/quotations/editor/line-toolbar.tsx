import { Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconBook2, IconPlus, IconStairs } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './lines.module.css'
import type { Lines } from './use-lines'

type LineToolbarProps = {
  of: Lines
  onAdd: () => void
  /** Opens the catalogue, to pick a service. */
  onCatalogue: () => void
  /** Shows or hides the column of prices by quantity; null while a line has such prices. */
  breaks: { isShown: boolean; onToggle: () => void } | null
  /** With VAT, as it is written. */
  total: string
  /** Tools of the marked line. */
  children: ReactNode
}

/** The toolbar of the lines: actions, save state and total. It stays in view while the sheet scrolls. */
export function LineToolbar({ of, onAdd, onCatalogue, breaks, total, children }: LineToolbarProps) {
  return (
    <div className={classes.toolbar}>
      <Group gap="xs">
        <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={onAdd}>
          Add line
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconBook2 size={14} aria-hidden />}
          aria-haspopup="dialog"
          onClick={onCatalogue}
        >
          Catalogue
        </Button>
        <Step name="Undo" icon={IconArrowBackUp} can={of.canUndo} run={of.undo} />
        <Step name="Redo" icon={IconArrowForwardUp} can={of.canRedo} run={of.redo} />
        {breaks ? (
          <Button
            variant={breaks.isShown ? 'light' : 'subtle'}
            size="xs"
            aria-pressed={breaks.isShown}
            leftSection={<IconStairs size={14} aria-hidden />}
            onClick={breaks.onToggle}
          >
            Prices by quantity
          </Button>
        ) : null}
        {children}
      </Group>
      <div className={classes.state}>
        <SaveState of={of} />
        <Text size="sm" fw={600} className={classes.sum ?? ''}>
          <span className={classes.sumLabel}>Total</span> {total}
        </Text>
      </div>
    </div>
  )
}

/** Without anything to undo the button is grey and keeps the focus: a press at the end of the way loses no place. */
const Step = (props: { name: string; icon: typeof IconPlus; can: boolean; run: () => void }) => (
  <Button
    variant="subtle"
    size="xs"
    className={classes.step ?? ''}
    leftSection={<props.icon size={14} aria-hidden />}
    {...(props.can ? {} : { 'data-disabled': true, 'aria-disabled': true })}
    onClick={props.run}
  >
    {props.name}
  </Button>
)

/** Whether the database has all typed text. */
function SaveState({ of }: { of: Lines }) {
  const unsaved = `${of.unsaved} ${of.unsaved === 1 ? 'change' : 'changes'} not saved yet`
  return (
    <Text size="xs" c={of.unsaved > 0 ? 'inherit' : 'dimmed'} role="status">
      {of.unsaved === 0 ? 'All saved' : of.isOffline ? `${unsaved}, sent when the line is back` : unsaved}
    </Text>
  )
}
