import { Button } from '@mantine/core'
import { IconArrowBackUp, IconSparkles } from '@tabler/icons-react'

type ImproveButtonsProps = {
  isBusy: boolean
  onImprove: () => void
  /** The label of the undo button; null without an undo. */
  undoLabel: string | null
  onUndo: () => void
  disabled: boolean
}

/** AI improve, and its undo, at the end of a toolbar. */
export const ImproveButtons = ({ isBusy, onImprove, undoLabel, onUndo, disabled }: ImproveButtonsProps) => (
  <>
    {undoLabel === null ? null : (
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        disabled={disabled}
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={onUndo}
      >
        {undoLabel}
      </Button>
    )}
    <Button
      variant="subtle"
      size="compact-sm"
      disabled={disabled}
      loading={isBusy}
      leftSection={<IconSparkles size={16} aria-hidden />}
      onClick={onImprove}
    >
      Improve with AI
    </Button>
  </>
)
