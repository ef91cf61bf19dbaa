import { Fragment, StrictMode } from 'react'

/**
 * The mode in which tests render the app: strict in the slow tests only. It renders all components twice, which takes a
 * seventh of the time of a test, and repeats the requests that a screen sends when it opens. In production, it does nothing.
 */
export const Mode = process.env['REACT_MODE'] === 'strict' ? StrictMode : Fragment
