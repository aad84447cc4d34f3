/** The product's name. It stands here only; every screen and letter takes it from here. */
export const productName = 'Strongroom'

/** As in package.json. */
export const productVersion = '0.1.0'
