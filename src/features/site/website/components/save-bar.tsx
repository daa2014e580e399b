import { Button, Group, Text } from '@mantine/core'
import { ActionButton } from '@/kit/form/action-button'
import classes from './settings-form.module.css'

type SaveBarProps = { changes: number; isSaving: boolean; blocked: string | null; onDiscard: () => void }

/** The bar under a long form: the number of unsaved changes, and the buttons to save or discard. */
export const SaveBar = ({ changes, isSaving, blocked, onDiscard }: SaveBarProps) => (
  <div className={classes.bar} data-waiting={changes > 0 || undefined}>
    <Text size="sm" c="dimmed" role="status">
      {changes === 0
        ? 'Everything is saved.'
        : (blocked ??
          `${changes === 1 ? 'One change is' : `${changes} changes are`} not saved yet, and kept in this browser.`)}
    </Text>
    <Group gap="xs">
      {changes > 0 ? (
        <Button variant="default" disabled={isSaving} onClick={onDiscard}>
          Discard
        </Button>
      ) : null}
      <ActionButton type="submit" why={changes === 0 ? 'Nothing is changed yet.' : null} loading={isSaving}>
        Save changes
      </ActionButton>
    </Group>
  </div>
)
