import { type ReactNode, type Ref, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import classes from './late-menu.module.css'

/** The parts of a row's menu: `<Menu {...menu.props}><Menu.Target>{menu.target}</Menu.Target>…`. */
export type LateMenuParts = {
  props: {
    id: string
    opened: boolean
    onChange: (isOpen: boolean) => void
    keepMounted: false
    position: 'bottom-end'
  }
  target: ReactNode
}

type LateMenuProps = {
  /** The id of the button and its menu. */
  id: string
  /** The button's label for screen readers. */
  label: string
  icon: ReactNode
  /** The look of the button; without it a square for an icon. */
  className?: string | undefined
  /** The key that opens the menu of the row that is in use. */
  pressedBy?: string
  /** Draws the menu. Called when the pointer or the focus reaches the button. */
  children: (menu: LateMenuParts) => ReactNode
}

/**
 * The menu of a card or a row. A screen has hundreds, so each is a plain button until the pointer or the focus reaches
 * it.
 */
export function LateMenu({ id, label, icon, className, pressedBy, children }: LateMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const want = () => setWanted(true)
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        className={`${className ?? classes.button} mantine-active`}
        data-key={pressedBy}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-dropdown` : undefined}
        onFocus={want}
        onPointerDown={want}
        onClick={() => {
          want()
          setOpen(!isOpen)
        }}
      >
        {icon}
      </button>
      {isWanted
        ? children({
            props: { id, opened: isOpen, onChange: setOpen, keepMounted: false, position: 'bottom-end' },
            target: <There element={button} />,
          })
        : null}
    </>
  )
}

type ThereProps = { element: RefObject<HTMLButtonElement | null>; ref?: Ref<HTMLButtonElement | null> }

/** Gives the menu the existing button as its target, so that loading the menu does not draw the button again. */
function There({ element, ref }: ThereProps) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => element.current, [element])
  return null
}
