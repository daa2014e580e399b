import type { MouseEvent } from 'react'
import { Link } from 'react-router-dom'
import type { PaletteSection } from '../arrange'
import type { PaletteItem } from '../palette-item'
import classes from './command-palette.module.css'

type PaletteListProps = {
  id: string
  sections: readonly PaletteSection[]
  activeId: string | null
  optionId: (place: number) => string
  onPoint: (id: string) => void
  onOpen: (item: PaletteItem, isBeside: boolean) => void
}

/** The options under their headings. The focus stays in the search field, which names the active option by its id. */
export function PaletteList({ id, sections, activeId, optionId, onPoint, onOpen }: PaletteListProps) {
  const places = new Map(sections.flatMap(({ items }) => items).map((item, place) => [item.id, place]))
  return (
    <div id={id} role="listbox" aria-label="Results">
      {sections.map(({ title, items }) => (
        <div key={title} role="group" aria-label={title} className={classes.section}>
          <div className={classes.heading} aria-hidden="true">
            {title}
          </div>
          {items.map((item) => (
            <Option
              key={item.id}
              id={optionId(places.get(item.id) ?? 0)}
              item={item}
              isActive={item.id === activeId}
              onPoint={onPoint}
              onOpen={onOpen}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type OptionProps = Pick<PaletteListProps, 'onPoint' | 'onOpen'> & { id: string; item: PaletteItem; isActive: boolean }

function Option({ id, item, isActive, onPoint, onOpen }: OptionProps) {
  const common = {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': isActive,
    className: classes.option ?? '',
    'data-active': isActive || undefined,
    onPointerMove: () => onPoint(item.id),
    onClick: (event: MouseEvent) => {
      if (item.href !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey)) return
      event.preventDefault()
      onOpen(item, false)
    },
  }
  const content = (
    <>
      <span className={classes.icon}>{item.icon}</span>
      <span className={classes.words}>
        <span className={classes.label}>{item.label}</span>
        {item.detail ? <span className={classes.detail}>{item.detail}</span> : null}
      </span>
      {item.keys ? <kbd className={classes.keys}>{item.keys}</kbd> : null}
    </>
  )
  return item.href === undefined ? (
    <div {...common}>{content}</div>
  ) : (
    <Link {...common} to={item.href}>
      {content}
    </Link>
  )
}
