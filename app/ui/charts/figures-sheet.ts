import type { LinksFunction } from '@remix-run/node'
import styles from '../../styles/figures.css?url'

/** The rules of pictures: `links` of each page that has one, because the whole sheet does not have them. */
export const figuresSheet: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]
