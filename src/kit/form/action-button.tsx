import { Button, type ButtonProps, Tooltip, VisuallyHidden } from '@mantine/core'
import { type MouseEvent, type ReactNode, useId } from 'react'

type ActionButtonProps = ButtonProps & {
  type?: 'button' | 'submit'
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  /** Why it cannot be pressed now, as a sentence; null when it can. */
  why: string | null
  children: ReactNode
}

/** A button that gives the reason when it is disabled: on hover, on focus, and to screen readers. Tab reaches it. */
export function ActionButton({ why, onClick, type = 'button', children, ...button }: ActionButtonProps) {
  const id = useId()
  if (why === null)
    return (
      <Button {...button} type={type} {...(onClick ? { onClick } : {})}>
        {children}
      </Button>
    )
  return (
    <>
      <Tooltip label={why} events={{ hover: true, focus: true, touch: true }} openDelay={0}>
        <Button
          {...button}
          type="button"
          data-disabled
          aria-disabled
          aria-describedby={id}
          onClick={(event) => event.preventDefault()}
        >
          {children}
        </Button>
      </Tooltip>
      <VisuallyHidden id={id}>{why}</VisuallyHidden>
    </>
  )
}
