/**
 * The passwords that guessing starts with: the heads of the public lists of leaked passwords, in lower case and
 * without the digits and signs people put around them (server/rules/passwords.ts takes those off by itself).
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
password passwort passw0rd pass word passwd mypassword thepassword yourpassword newpassword oldpassword
contrasena contraseña motdepasse parola parool haslo heslo salasana wachtwoord lozinka sifre senha
qwerty qwertz azerty qwertyui qwertyuiop qwertzuiop azertyuiop asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm
qazwsx qazwsxedc wsxedc edcrfv qweasd qweasdzxc asdzxc zaqwsx zaqxsw poiuytrewq lkjhgfdsa mnbvcxz
qwert asdf zxcv qwer poiuy dvorak abcdef abcdefg abcdefgh abcdefghi aabbcc abcabc
letmein letmeinnow welcome welcometo welcomeback welcomehome changeme changethis changeit default secret
topsecret mysecret verysecret trustno trustme trustnoone opensesame access accessdenied accessgranted
login loginname logmein signin username user guest admin administrator adminadmin root rootroot toor
superuser sysadmin system manager master mastermaster service server database oracle test testing tester
testtest temp temporary demo sample example public private internet network computer laptop keyboard
windows linux ubuntu debian apple macintosh android iphone samsung google facebook instagram twitter
linkedin youtube amazon microsoft adobe photoshop playstation nintendo xbox pokemon minecraft fortnite
iloveyou ilovey iloveu iloveme iloveher iloveyouso iloveyoumore iloveyoubaby loveyou loveme lovelove love
lover lovers lovely loving forever forever mylove mylife mybaby babygirl babyboy baby princess prince
prinzessin schatz liebe tequiero teamo teamomucho jetaime amour loulou doudou chouchou
sunshine sunflower sunday summer summertime spring autumn winter january february march april june july
august september october november december monday tuesday wednesday thursday friday saturday
football baseball basketball softball volleyball hockey soccer tennis golf golfer swimming running cricket
liverpool arsenal chelsea manchester everton barcelona realmadrid juventus milan inter bayern dortmund
celtic rangers tottenham newcastle yankees lakers cowboys steelers packers eagles redskins broncos raiders
patriots giants dolphins bulldogs tigers lions bears falcons cardinals
monkey dragon tiger lion eagle falcon hunter ranger wizard warrior knight samurai ninja pirate viking
shadow phantom ghost killer terminator predator matrix neo gandalf frodo hobbit starwars startrek vader
skywalker jedi yoda batman superman spiderman ironman wolverine hulk avengers pikachu naruto sasuke goku
dragonball onepiece hellokitty barbie mickey mickeymouse donald snoopy garfield tweety scooby simpsons bart
homer spongebob patrick elmo nemo simba bambi pooh tigger
michael jordan michelle jennifer jessica ashley amanda daniel andrew joshua matthew robert thomas william
richard charlie christopher anthony nicholas nicole samantha stephanie elizabeth melissa danielle jasmine
brandon justin tyler austin dallas dakota hannah heather rachel lauren victoria alexander alexandra
alejandro alejandra fernando francisco sebastian gabriel gabriela carolina valentina natalia mariana
marina martin maria marie sophie julie camille nathalie isabelle caroline antoine nicolas thierry frederic
chocolat chocolate cookie cookies cupcake candy cheese pizza burger banana orange strawberry blueberry
cherry apple pineapple peanut butter butterfly pepper ginger vanilla cinnamon coffee whisky vodka beer
flower flowers rainbow unicorn angel angels heaven heavenly jesus jesuschrist jesuslovesme christ godisgood
godislove blessed blessing faith hope peace freedom liberty america american australia canada england
london paris berlin hamburg munich vienna zurich moscow newyork chicago boston houston texas california
florida mexico brasil brazil argentina colombia espana france germany deutschland italia italy russia
ukraine poland polska india pakistan mumbai bangladesh indonesia philippines singapore vietnam
diamond crystal silver golden goldfish platinum emerald sapphire purple yellow orange green blue black white
blackcat whitehorse redrose bluesky greenday blink metallica nirvana slipknot eminem tupac beatles elvis
madonna shakira rihanna beyonce michaeljackson rockstar rocknroll guitar music musica dance dancer
mustang corvette porsche ferrari mercedes bmw audi toyota honda yamaha suzuki kawasaki harley davidson
harleydavidson camaro chevrolet chevy nascar racing
computer internet hacker hacked anonymous matrix cyber digital security secure secured safety
maverick thunder lightning storm tornado hurricane phoenix fire fireball firefly flame inferno ice
snowball snowman snow snowflake blizzard winter wolf wolfpack wolves bear panther jaguar cougar cheetah
leopard dolphin shark whale turtle rabbit bunny hamster kitten kitty puppy doggie doggy buster buddy bailey
cooper tucker molly sadie daisy lucky lucky7 rocky rusty smokey shadow oreo bandit ranger
whatever whatthehell nothing something everything anything someone nobody everyone forgetit fuckyou fuckoff
fuckme asshole bitch bastard bullshit motherfucker pussy sexy sexsex sexygirl hottie playboy hustler
badboy badgirl goodboy goodgirl bigboy biggirl bigdaddy daddy mommy mother father brother sister family
familia family4ever friend friends bestfriend friendship together always alwaysandforever
champion winner number numberone nummer einszweidrei onetwothree hello hellohello hellothere helloworld
hallo hallohallo bonjour buongiorno holahola holamundo ciao ciaociao namaste salam privet
goodluck goodmorning goodnight happy happyday happiness smile smiley lovelife enjoy enjoylife beautiful
gorgeous perfect pretty princess queen king kingkong kingdom empire emperor
correcthorsebatterystaple correcthorse horsebattery batterystaple
abracadabra hocuspocus alohomora expelliarmus hogwarts harrypotter dumbledore voldemort hermione
money moneymoney dollar dollars million millionaire billion business company office work home homehome
school student teacher college university engineer doctor nurse police soldier marine marines army navy
airforce semperfi usmarine
company companyname letstest password admin123 welcome123 p4ssword passphrase mypass mypasswd
`
    .trim()
    .split(/\s+/),
)
