import { Button } from '@mantine/core'
import { IconArrowBackUp, IconSparkles } from '@tabler/icons-react'
import type { useImprovement } from './use-improvement'

type ImproveButtonsProps = { improvement: ReturnType<typeof useImprovement>; html: string; disabled?: boolean }

/** AI improve, and its undo, at the end of a toolbar. */
export const ImproveButtons = ({ improvement, html, disabled = false }: ImproveButtonsProps) => (
  <>
    {improvement.canUndo ? (
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        disabled={disabled}
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={improvement.undo}
      >
        {improvement.undoLabel}
      </Button>
    ) : null}
    <Button
      variant="subtle"
      size="compact-sm"
      disabled={disabled}
      loading={improvement.isBusy}
      leftSection={<IconSparkles size={16} aria-hidden />}
      onClick={() => improvement.improve(html)}
    >
      Improve with AI
    </Button>
  </>
)
