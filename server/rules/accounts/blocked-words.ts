/**
 * Words that text for other people must not contain, because spam and fraud are sent through services like this one
 * with them. Whole phrases rather than single words, since a casino's contract or a death certificate is legitimate
 * business.
 *
 * One entry per line; `#` starts a comment. The operator can replace the list with blocked-words.txt in the data
 * folder.
 */
export const defaultBlockedWords = `
# spam
viagra
cialis
buy followers
online casino
casino bonus
sports betting tips
payday loan
make money fast
earn money from home
get rich quick
free bitcoin
bitcoin giveaway
double your bitcoin
guaranteed profit
lottery winner
you have won
claim your prize
claim your reward
verify your account
your account will be suspended
confirm your password
unlock your mailbox
mailbox is full
gift card code
inheritance fund
next of kin fund
escort service
hot singles
adult dating
cheap replica
weight loss pills
seo services
backlinks

# threats
kill yourself
you will die
you are going to die
death threat
send the ransom
pay the ransom

# a name that advance-fee letters have carried for decades
prince of nigeria
nigerian prince

# Chinese: gambling
博彩
赌场
赌博
百家乐
六合彩
时时彩
北京赛车
网上娱乐城
澳门葡京
澳门威尼斯人
真人荷官
彩票计划

# Chinese: services that are sold by spam
代开发票
开发票
办证
刻章
代孕
私家侦探
贷款秒批
信用卡套现
上门服务
同城约炮
裸聊
刷单
去死
`
