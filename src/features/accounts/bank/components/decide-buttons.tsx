import { Button, Group, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import classes from './bank.module.css'

type DecideButtonsProps = {
  /** The shown suggestion; null when none can be confirmed. */
  confirm: {
    /** What is confirmed, for people who do not see the entry beside the button: `Bakery Ltd for €59.00`. */
    what: string
    /** The label of the button, when it is neither Confirm nor Link. */
    text?: string
    isLink: boolean
    isSure: boolean
    onConfirm: () => void
  } | null
  hasMatch: boolean
  /** True while the entry is being decided: all buttons are off. */
  isBusy: boolean
  /** The button for an entry without a suggestion: `Choose the client`. */
  choose: string
  onChoose: () => void
  /** Books it to an account of the chart. */
  onBook?: (() => void) | undefined
  onIgnore: () => void
  /** Divides it into parts. */
  onSplit?: (() => void) | undefined
  others: readonly { key: string; label: string; onShow: () => void }[]
}

const textOf = ({ text, isLink }: NonNullable<DecideButtonsProps['confirm']>): string =>
  text ?? (isLink ? 'Link' : 'Confirm')

/** The actions on an open entry: confirm the suggestion, choose another purpose, ignore, or see the next suggestion. */
export const DecideButtons = ({
  confirm,
  hasMatch,
  isBusy,
  choose,
  onChoose,
  onBook,
  onIgnore,
  onSplit,
  others,
}: DecideButtonsProps) => (
  <Group gap="xs" mt="sm">
    {confirm ? (
      <Button
        size="xs"
        variant={confirm.isSure ? 'filled' : 'light'}
        loading={isBusy}
        onClick={confirm.onConfirm}
        aria-label={`${textOf(confirm)}: ${confirm.what}`}
      >
        {textOf(confirm)}
      </Button>
    ) : null}
    <Button size="xs" variant={hasMatch ? 'default' : 'light'} disabled={isBusy} onClick={onChoose}>
      {hasMatch ? 'Choose otherwise' : choose}
    </Button>
    {onBook ? (
      <Button size="xs" variant="default" disabled={isBusy} onClick={onBook}>
        Book to an account
      </Button>
    ) : null}
    {onSplit ? (
      <Button size="xs" variant="default" disabled={isBusy} onClick={onSplit}>
        Split
      </Button>
    ) : null}
    <Button size="xs" variant="subtle" color="gray" disabled={isBusy} onClick={onIgnore}>
      Ignore
    </Button>
    {others.map(({ key, label, onShow }) => (
      <Button key={key} size="compact-xs" variant="transparent" disabled={isBusy} onClick={onShow}>
        {`Or ${label}?`}
      </Button>
    ))}
  </Group>
)

type DecidedFootProps = { decided: string | null; mayUndo: boolean; onUndo: () => void }

/** What stands below a decided entry: what was just said of it, else the way back. */
export const DecidedFoot = ({ decided, mayUndo, onUndo }: DecidedFootProps) =>
  decided !== null ? (
    <JustDecided words={decided} />
  ) : mayUndo ? (
    <Button size="xs" variant="default" mt="sm" onClick={onUndo}>
      Take back
    </Button>
  ) : null

/** Stands in the place of the buttons of an entry that was decided a moment ago. */
export const JustDecided = ({ words }: { words: string }) => (
  <Text size="sm" className={classes.decided ?? ''} role="status">
    <IconCircleCheck size={16} stroke={1.75} aria-hidden />
    <span>{words}</span>
  </Text>
)
