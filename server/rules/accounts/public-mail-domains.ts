/**
 * Domains where anyone can have an address: an address there does not show that someone belongs to a team. Not
 * complete, and need not be: only the operator says which domains are a team's.
 */
export const publicMailDomains: ReadonlySet<string> = new Set(
  `
  126.com 163.com aim.com aol.com bigpond.com bluewin.ch btinternet.com comcast.net cox.net daum.net
  disroot.org duck.com email.com fastmail.com fastmail.fm foxmail.com free.fr freenet.de gmail.com gmx.at
  gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net hey.com hotmail.co.uk hotmail.com hotmail.de
  hotmail.fr hotmail.it hushmail.com icloud.com inbox.ru interia.pl kakao.com laposte.net libero.it list.ru
  live.co.uk live.com live.de live.fr mac.com mail.com mail.de mail.ru mailbox.org me.com msn.com naver.com
  o2.pl online.de orange.fr outlook.com outlook.de outlook.fr pm.me posteo.de proton.me protonmail.ch
  protonmail.com qq.com rambler.ru rediffmail.com riseup.net rocketmail.com seznam.cz sfr.fr sina.com
  sky.com t-online.de telenet.be terra.com.br tuta.com tuta.io tutanota.com tutanota.de uol.com.br
  verizon.net virgilio.it wanadoo.fr web.de wp.pl ya.ru yahoo.ca yahoo.co.in yahoo.co.jp yahoo.co.uk
  yahoo.com yahoo.com.br yahoo.de yahoo.fr yahoo.it yandex.com yandex.ru yeah.net ymail.com zoho.com
  `
    .trim()
    .split(/\s+/),
)
