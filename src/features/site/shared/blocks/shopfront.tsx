import { useId } from 'react'
import { useCompanySign } from '@/shared/hooks/company-sign'
import { Halftone } from '../art/sheet'
import classes from './shopfront.module.css'

/**
 * A shopfront as the workshop draws it. By day it is a drawing with its folds and the path of the knife, which is cut while
 * the page scrolls; in the dark theme the letters are lit.
 */
export function Shopfront() {
  const { name } = useCompanySign()
  const clip = useId()
  const word = name.split(' ')[0] ?? name
  return (
    <div className={classes.frame} aria-hidden="true">
      <svg className={classes.art} viewBox="0 0 1440 520" preserveAspectRatio="xMidYMin slice" fill="none">
        <defs>
          <clipPath id={clip}>
            <path d="M120 90h1200v190H120Z" />
          </clipPath>
        </defs>
        <path className={classes.wall} d="M0 40h1440v480H0Z" />
        <g className={classes.dots}>
          <Halftone x={6} y={300} columns={80} rows={14} gap={18} most={6} least={0.6} />
        </g>

        <path className={classes.tray} d="M120 90h1200v190H120Z" />
        <path className={classes.under} d="m120 280 40 26h1120l40-26Z" />
        <path className={classes.fold} d="M120 108h1200M120 262h1200M140 90v190M1300 90v190" />
        <g clipPath={`url(#${clip})`}>
          <text
            className={classes.letters}
            x="720"
            y="236"
            fontSize="158"
            textAnchor="middle"
            textLength={lengthOf(word)}
            lengthAdjust="spacingAndGlyphs"
          >
            {word}
          </text>
        </g>
        <path className={classes.contour} pathLength="100" d="M96 66h1248v226l-52 38H148l-52-38Z" />

        <g className={classes.line}>
          <path d="M200 306v214M1240 306v214M720 330v190M200 330h1040" />
          <path d="M660 330v190M780 330v190M690 430h14M736 430h14" />
          <path d="M120 52v16M1320 52v16M120 60h1200" />
          <path d="M300 470l90-130M330 480l90-130M900 470l90-130" opacity=".4" />
        </g>
        <text className={classes.note} x="720" y="52" textAnchor="middle">
          4200 mm
        </text>
        <g className={classes.line}>
          <circle cx="60" cy="185" r="12" />
          <path d="M36 185h48M60 161v48" />
          <circle cx="1380" cy="185" r="12" />
          <path d="M1356 185h48M1380 161v48" />
        </g>
      </svg>
    </div>
  )
}

/** In units of the drawing, so that short words are not stretched to the width of the fascia. */
const lengthOf = (word: string): number => Math.min(1040, Math.max(word.length, 3) * 92)
