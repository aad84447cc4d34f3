/**
 * The passwords that guessing starts with, as stems in lower case: names, places, teams, games, animals, endearments
 * and keyboard rows in the languages most often seen, and whole phrases where people run words together.
 * server/rules/accounts/passwords.ts removes digits and signs around them, and signs in place of letters.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
5201314a a123456 a12345678 a123456789 a1234567890 a1b2c3d4 a1b2c3d4e5 a1s2d3f4 a5201314 aa123456 aa12345678 aaa111 aaaa aabbcc aaliyah aanand aanval
aaron abacus abby abc1234 abc12345 abc123456 abcabc abcd abcde abcdef abcdefg abcdefgh abcdefghi abdullah aberdeen abhishek abigail abracadabra
abraham abrete abretesesamo abricot abudhabi ac-dc acacia academy access accessdenied accessgranted account acdc acmilan acoustic action active adam
adams addison adelaide adele adidas adios aditya adiyaman adlerauge admin adminadmin administrador administrator admiral adobe adrian adriana adrianna
adrienne adventure affe afghanistan agenda agent agnes agnieszka aguila aguilar aguilas ahmad ahmed ahmedabad ahoj ahojahoj aidan aiden aileen aimee
aini aircraft airforce airplane airport airsoft aishiteru ajax akira akshay akusayangkamu alabama alain alan alana alaska alba albania albany
albatross albert alberta alberto albrecht alchemy aldo alegria alejandra alejandro aleksandr aleksandra aleluia alena alessandra alessandro alessia
alex alexa alexander alexandra alexandre alexia alexis alfaromeo alfonso alfred alfredo algebra algeria alhamdulillah alianza alianzalima alicante
alice alicia alien aliens alina alisa alisha alison alissa aliveli allah allahakbar allahisgreat allan allen alles allez allezlom alligator allison
alma almeida alohomora alonso alpha alphabet alpine altona alunita alvarez alvaro always alwaysandforever alyssa amalia amanda amarillo amazing amazon
amber ambition ambulance amelia amelie america american amicizia amigas amigo amigos amina amir amit amitabh amitie amizade amongus amorcito amore
amoreamore amoremio amores amoreterno amormio amorosa amorypaz amorzinho amour amoureuse amoureux amparo amsterdam anabel anaconda anais anakko anand
anarchy anastasia anata anchor anchorage anderlecht anders andersen anderson andersson andrade andre andrea andreas andree andreea andrej andres
andrew andrey android andrzej andy angel angela angelic angelica angelina angeline angelito angelitos angelo angels angie angola anika aniket anil
anime anioleczek aniolek anita anja anjali anjing anjinho ankara ankit ankita anna annabelle anne anneciğim anneler annette annie anniversaire
anonymous anouk anteater antelope anthem anthony antoine antoinette anton antonella antonia antonio antwerp anuradha anya anything anyuka apexlegends
apfel apfelbaum apfelkuchen apollo appeltaart apple applejuice applepie apples apricot april aquarium aquarius aqwxsz aqwzsxedc arabia arcade
arcenciel archangel archer archery archie architect arcobaleno arcoiris arctic argent argentina ariana ariane ariel arielle arigato arigatou arizona
arjun arkansas armada armageddon armando armario armchair armenia army arnaud arnold aron arrow arschloch arsenal arthur artichoke artist artur arturo
arun asakura asd123 asd123456 asdasd asdasdasd asdf asdfasdf asdfg asdfgh asdfghj asdfghjk asdfghjkl asdfjkl asdqwe asdzxc asha ashish ashlee ashleigh
ashley ashlyn ashok ashton askim asklarim assalam asshole asterix astonmartin astrid astro astronaut asuncion ataturk ateko athena athens athlete
athletic atlanta atlante atlantis atlas atletico atomic attack attitude aubergine aubrey auckland audi auditor audrey aufgehts august augusta augusto
aurelie aurora austin australia australian austria auto autobahn automne autumn avaibrasil avalanche avalon avatar avengers avocado awesome axel
axolotl ayesha ayla az12345678 azerbaijan azerty azertyui azertyuiop aztec azucar azul azzurra azzurro aşkım b123456789 babam babamama babicka
babilonia baboon babsi baby babyboy babycakes babydoll babyface babygirl babygirls babylon babylove backpack backspace backstreet bacon badass badboy
badger badgirl badminton baerchen bagels bagpipe bahagia bahamas bahia bahrain bailando bailey bajingan bajrang baka baker bakker balaji balance
baleia balloon balloons bambam bambi bambina bambino bambola bamboo banaan banana bananas bandana bandera bandit bandung bangalore bangkok bangladesh
bangsat banker banking banshee barbados barbara barber barbie barbier barbora barbosa barca barcelona barcelone barcode barnes barnyard barrel barry
bart bartek baruska baseball basel basket basketball bassist bastard bastards bastille bateau batman battery batterystaple battle battlefield bauer
baum baumann bavaria bayern bayernmuenchen beach beaches beagle beaker beanbag beanie beans bear bears beast beastie beata beatles beatrice beatriz
beaute beautiful beauty beaver bebe bebegim bebeko bebita becca beck becker becky beebop beefcake beehive beer beetle beetles beijing beirut beisbol
belarus beleza belfast belgium belgrade belief believe belinda belize bell bella bellissima bellissimo beloved benedict benedikt benfica benjamin
benji bennett benny benoit bentley bergen berger bergmann berlin bernadette bernard bernardo bernd bernhard bernice berries berry berserk berserker
bertha bertrand besiktas besos best bestfriend beth bethany betsy betterdays betty beverly beyonce beyond bhagwan bhavani bhebhe bianca bianchi
bicicleta bicycle bidadari biedronka bienchen biene bienvenido bier bierchen bigben bigblue bigboss bigboy bigcock bigdaddy bigdick bigdog bigfoot
biggirl bigmac bigman bigmoney bigmouth bigred bigsexy bigtits biker bikini bill billabong billiard billie billion billy biloute binary bingo bintang
biology birdie birds birgit birmingham birthday biscuit biscuits bishop bismarck bismillah bison bisounours bisous bitch bitches bitcoin biteme
bjk1903 bjorn black blackbelt blackberry blackbird blackcat blackdog blackhawk blackheart blackhole blackie blackjack blackmagic blackmamba blackman
blackmetal blackout blackpink blackpool blackrose blacksheep blackwater blade blades blahblah blake blanc blanca blanchard blaster blaze blazer bless
blessed blessing blessings blessme blink blizzard bloem bloemen blonde blondie blood bloodhound bloody bloom blossom blowfish blowjob blue bluebell
blueberry bluebird blueblue bluebox bluedog bluedragon blueeyes bluefish bluejay bluemchen bluemoon bluerose blues bluesky bluestar bluewater blume
blumen boarder boating bobbie bobby bobcat bocajuniors bodybuilder boehm bogdan bogota bolivia bollocks bollywood bologna bombay bomber bombon bonanza
bonbon bond bondage bonehead bonequinha bonfire bonheur bonita bonitas bonjour bonnet bonnie bonsoir boobies booboo boobs booger boogie bookworm
boomer boomerang boots booty borboleta bordeaux boris borussia bosco bosnia boss bossman boston botswana bottle bouboule boulder boulette bounce
bouncer bowling boxer boxing boyd boyer boyfriend boys braces brad bradley brady brains branch brandi brandon brandt brandy brasil brasov bratislava
braun brausepaul brave braveheart braves brayden brazil breanna bremen brenda brendan brenna brent bretagne brett brewer brewers brewster brian briana
brianna bridge bridget bright brighton brigitte brisbane bristol bristow britain britney brittany brittney broadway broccoli broken brokenheart
broncos bronx brooke brooklyn brooks brother brotherhood brothers brouk brown brownie browning browns bruce bruins brujas brun brunet bruno brussels
brutus bryan bryant bryce bryn bubba bubble bubblegum bubbles bucharest bucket buckeye buckeyes bucks buckshot bucuresti budapest buddha buddy
budlight budweiser buenosaires buffalo buffy bugatti bugger builder bulan bulgaria bulldog bulldogs bulldozer bullet bullets bullfrog bulls bullseye
bullshit bumblebee bumper bunker bunnies bunny buongiorno burak burger burgers burns burundi busch business busted buster butler butter butterball
butterblume buttercup butterfinger butterflies butterfly butthead butthole button buttons buziaczek buzzard byron c123456 caballo caballos caboose
cachorro cactus cadillac cagliari caillou cairo caitlin calabaza calamity calcio calcutta caleb calendar calgary calico california calimero callaway
callofduty callum calvin calypso camaro cambodia cambridge camel camera cameroon camila camilla camille camilo campbell campeao campeon campeones
camper camping canada canard canary canberra cancel cancer cancun candace candice candle candles candy candyman canela canelle canim cannabis cannon
cannonball cansu cantik canuck canucks caonima capetown capital capitals capoeira capricorn captain cara caracas caracol caramel caramelo caramelos
caravan carbon cardiff cardigan cardinal cardinals careful caribou carina carinho carino carito cariño carl carla carlito carlo carlos carlton carly
carmela carmelo carmen carnage carnaval carnival carol carole carolina caroline carotte carpet carrera carrie carrot carrots carsten carter cartman
cartoon carvalho casablanca casados cascabel cascade casey cashmoney casino casper cassandra cassidy cassie cassiopeia castillo castle castro catalina
catalog catalyst catarina catdog caterina caterpillar catfish cathedral catherine cathy catnip cats catwoman caution cavalier cavaliers cavallo cavalo
cccp cebolla cecile cecilia cedric celeste celia celik celine celtic cement centaur center central cerberus cereal cerise certified cerveza cesar
ceshi cfitymrf chacha chad chainsaw chairman challenge challenger chameleon champ champagne champion champions chance change changeit changeme changes
changethis chantal chaos chapman character charger chargers charisma charlene charles charleston charlie charlotte charmander charmed charming chase
chaser chaton chatte chavez checkers cheddar cheeky cheer cheerleader cheers cheese cheeseburger cheesecake cheetah chelito chelsea chemical chemistry
chennai cheonsa cherokee cherries cherry cherub cheryl chess chessmaster chester cheval chevalier chevaux chevelle chevrolet chevy chewbacca chewy
cheyenne chiara chicago chichi chicken chickens chiclete chief chiefs children chile chilli chimera china chinachina chinese chipie chipmunk chipper
chips chiquis chiquita chiquito chivas chloe chocobo chocola chocolat chocolate chocolates chocolatito choice choose chopin chopper chosen chouchou
choupette choupinette chris christ christa christelle christensen christian christiane christina christine christmas christophe christopher christy
chrome chronic chrysler chubby chuck chuckles chunky church ciao ciaociao ciara cica cicamica cicero cielo cigar cigarette cimbom cincinnati cinder
cinderella cindy cinema cinnamon cinta cintakamu cintaku cioccolata cioccolato circle circus citizen citroen citron city ciudad civic civilwar
cjkysirj claire clara clarence clarinet clarissa clarita clark classic claude claudia claudio clave claveclave claymore clayton clement clementine
cleopatra cleveland clever clifford climber climbing clinton clipper clippers clockwork closeup cloud clouds clover clovers clown clowns cluster clyde
coach cobain cobalt cobra coca cocacola cocaine coccinella coccinelle cockatoo cocker cockroach coco cocoa cococo coconut coconuts codename codered
cody coelho coeur coffee cokolada colby coldplay cole colegio coleman colette colin collect colleen college collins cologne colombia colombo colony
colorado colors colossus colts columbia columbo columbus comanche combat comeback comedy comet comfort comics command commander commando commerce
community compact companion company companyname compaq compass complete complex composer compton computador computadora computer computers comrade
concept concert concord concorde concrete condor conejita conejito conejo confetti confirm confiture confused congo connect connecticut connection
connie connor conquer conqueror conrad constance constant consuelo contact content contest conti contrasena contrasenia contraseña control conundrum
cook cookbook cookie cookiemonster cookies cool coolbeans coolcat cooldude cooler coolgirl coolguy coolio coolman coolness cooper copenhagen copil
copper copperhead coquelicot coquine coracao coral corazon corazones cordless cordoba corey corgi corinna corinne corinthians corndog cornelia
cornelius corner cornflake cornwall corolla corona coronado coronavirus correcthorse correcthorsebatterystaple corsair corsica corvette cory cosmic
cosmo cosmos costa costarica cottage cotton coucou cougar cougars couleur counter counterstrike country courage courier courtney cousin coventry covid
cowboy cowboys cowgirl coyote coyotes crackers cracow cradle craig crash crawford crawler crayon crazy crazyboy crazycat crazyfrog crazygirl crazyman
cream creative creator creature credit creed creeper crevette cricket crimson cristal cristian cristiano cristina cristorey critical critter critters
croatia crocodile croissant cronos cross crossbow crossfire crossroad crow crown cruise cruiser crunch crusader crush cruz cruzazul cruzeiro crystal
crystals csillag cuaderno cuba cubbies cucciola cucciolo cuddles cuervo cuisine cullen cumpleanos cumshot cunt cuore cupcake cupid curious currency
curtain curtis custard custom cutegirl cuteme cuteness cutie cutiepie cyber cyberpunk cyborg cyclone cyclops cynthia cyprus czarny czekolada
d123456789 dabomb daddy daddyo daddysgirl daewoo daffodil daffyduck dagger dagmar daisies daisuki daisy dakota dale dallas damascus damian damien
damnit damon dana dance dancer dancing dandelion danger dangerous dani daniel daniela daniele danielle danilo danny danseuse dante daphne daredevil
darian dario darius dark darkangel darkknight darkman darkmoon darkness darkside darkstar darlene darling darmstadt darrell darren darthvader daryl
dashboard database dating datsun daughter daughters dauphin dave david davide davidson davis dawn dawson daybreak daylight daytona dbrnjhbz deadhead
deadly deadman deadpool deadspace deadwood dealer dean deanna dearest death deathnote deathstar debbie debian deboer deborah debra december decker
deepak deepali deepblue deeper deepika deer default defender defiant degroot delaware delfin delfines delfino delhi delia delight deliver delldell
delphine delta deltaforce deluca deluxe demir demo demon demons denali deneme denis denise denizli denmark dennis densetsu dental denver department
deportivo deputy derby derek desert design designer desire desiree desktop destination destiny destroy destroyer detective detroit deus deusefiel
deusemais deusmeama deutsch deutschland developer device devil devildog devilish devilmaycry devils devin devon devries dexter dhaka diabel diablo
dialog diamant diamante diamantes diamond diamonds diana diane diaz diciembre dick dickerchen dickhead dictionary diddl diego diehard diesel dieter
dietrich digger digimon digital dignity dilbert dilip dillon dillweed dimitri dimitris dimples dina dinamo dinero dino dinosaur dinosaurs diosesamor
diosmio diosteama diplomat direction director dirk dirtbike dirty disco discord discover discovery diskette disney disneyland distance district divine
diving divya dixon django djkrjlfd dmitry dobby doctor dodge dodgeball dodger dodgeram dodgers doggie doggy doggystyle doghouse dogs dolce dolfijn
dollar dollars dollface dollhouse dolores dolphin dolphins domain domenica domination dominator domingo dominic dominica dominik dominique domino
donald donegal donkey donkeykong donna donovan donuts doobie doodle doodlebug doofus doom doomsday doorbell dora dorado doraemon doreen doris dorothy
dortmund dots double doudou doudoune doug doughboy doughnut douglas downhill downtown drachen dragibus dragon dragonball dragones dragonfire dragonfly
dragons dragoon dragoste dragster drama dream dreamcast dreamer dreaming dreams dreamteam dresden drew drift drifter driver driving drizzle drogba
drowssap druid drummer drumming drums duane dubai dublin dubois ducati duchess duckie duckling ducks dude dudedude dufour dumbass dumbledore dumbo
dumnezeu dumont duncan dungeon dunkin dunlop dupa dupadupa dupont duracell durand durban durga dusseldorf dustin dutchess duval dvorak dwarf dwayne
dylan dynamic dynamite dynamo dynasty eagle eagles earl earnhardt earth earthlink earthquake easter eastside eastwood ebony eclipse ecole ecology
economist ecuador edcrfv eddie edelweiss edgar edinburgh edison edith edmund edoardo eduard eduardo education edward edwards edwin eefje egypt eileen
eindhoven einstein einszweidrei eintracht eisbaer elaine eldiablo eldorado eleanor election electra electric electro electron electronic elefant
elefante elegance elegante element elements elena eleonora elephant elephants elevator eleven eliana elias elif elijah elisa elisabeth elise elite
elizabeth elke ella ellen ellie elliot ellipse ellis ellobo elmejor elmo elmostreet eloise elpaso elsa elsalvador elsie elvira elvis emachines emanuel
emanuela embrace emerald emergency emilia emilie emilio emily eminem emma emmanuel emmanuelle emotion emperor empire employee empress enamorada
enamorado endless endurance enemy energy enero enfants engage engel engelchen engine engineer england enigma enjoy enjoylife enjoyment enough enrico
enrique enter enterprise entrance entropy envelope enzo equator equinox eragon erdbeere erdbeeren eric erica erich erick ericsson erik erika eriksson
erin eritrea ernest ernesto ernst erotic escape escorpion escort escuela esmeralda espana espanol esperanca esperanza espoir esposa esposito espresso
essen essence establish estate esteban estefania estelle esther estonia estrela estrelinha estrella estrellas estrellita estudiante eternal eternity
ethan ethernet ethiopia etienne etoile etoiles eucalyptus eugen eugene eugenia eumeamo eunice euphoria eureka europe euteamo eutiamo evan evangelion
evans evelyn everest evergreen everlast everquest everton everyone everything evolution example excalibur excel excellence excellent exchange exercise
exigent exotic expelliarmus expert explode explorer explosion express extension extreme eyeball ezekiel f00tball faber fabian fabiana fabien fabienne
fabio fabrice fabrizio fabulous facebook faceless factory fairies fairlane fairy fairytale faitdodo faith faithful falcon falcons fallen fallenangel
falling fallout falloutboy familia familie famille family family4ever fandango fantasia fantasma fantastic fantasy farfalla farfalle farmer farming
farside fashion fastball fastcar faster fatboy fatcat father fatima fatman faure favorite fearless feather feathers febrero february federer federica
federico feedback felicia felicidad felicidade felicity feline felipe felix feliz fellow fender fener fenerbahce fenerli fenetre ferdinand ferhat
fericire ferien fernanda fernandez fernando ferrari ferreira ferret fetish feuer feuerwehr feyenoord fickdich ficken fiction fiddle fidelity field
fiesta fiets fietsen figaro fighter fighting filipino filter final finalfantasy finance finding finger fingers finish finland fiona fiore fiorentina
fiori fire fireball firebird fireblade firebolt firefighter firefly firefox fireman firenza firenze fireplace firestorm firetruck firewall firewater
fireworks first fisch fischer fisher fisherman fishes fishfish fishhead fishing fishstick fitness fktrcfylh flaca flame flamenco flamengo flames
flamingo flanders flanker flaquita flash flasher flashlight flashman flatron flavia flavio flawless fletch fletcher fleur fleurs flexible flicker
flieger flight flipflop flipper floare floppy flora flordelis florecita florence florent flores florian florida florin florzinha flounder flower
flowerpower flowers flubber fluffy fluminense flute fluturas flyboy flyer flyers flyfish flying focus fofinha fofinho fontaine foobar foofighters
foolish foot football footjob ford foreplay forest forever forevermore forget forgetit forgetme forgive forgiven formiga formula forsaken fortaleza
fortnite fortress fortuna fortune forward forzainter forzajuve forzamilan forzaroma foster fosters fotze foundation fountain fournier foxtrot foxy
foxylady fraction fragile fragola fraise framboise fran france frances francesca francesco francine francis francisco franco francois francoise frank
franke frankenstein frankfurt frankie franklin franz françois freak freaky freckles fred freddie freddy frederic frederick frederik freebird freedom
freefall freelance freeman freestyle freeuser freeway freezer freiheit french frenzy fresh freshman fresita fresno freud freund freunde freundschaft
frida friday frieda friedrich friend friendly friends friends4ever friendship friendster frijoles frijolito frisbee frisky fritz frodo frogger froggie
froggy frogman frogs fromage frontier frosty frozen fruehling fruit fruits frustrated fuchs fucker fuckface fuckhead fucking fuckit fucklove fuckme
fuckoff fuckoffyou fucku fuckyou fuckyouall fuelcell fugitive fuji fujifilm fulham fullmoon function funky funny funnyman funtime furniture fusion
fussball fussballer futbol futurama future g00gle gabby gabe gabi gabriel gabriela gabriele gabriella gael gaelle gail gaillard galactic galatasaray
galaxy gallery galletas gallina gallo galore gambia gambit gambler gameboy gamecock gamecocks gamecube gameover gamer gamers games ganda gandako
gandalf ganesh ganesha gangbang gangsta gangster ganteng garage garbage garcia garden gardener gardenia garfield gargoyle garnet garnier garrett
garten garuda gary gasoline gaston gateau gatekeeper gateway gateways gatinha gatinho gatita gatitas gatito gatitos gator gatorade gators gatos
gattino gatto gaurav gauthier gautier gavin gazelle gearhead geburtstag geheim geheimnis geil gemini gemma gene general generation generator generic
genesis genetic geneva genevieve genius genova gentle gentleman geoffrey geography geometry george georges georgia georgie georgina gerald geraldine
gerard gerardo gerd gerhard german germania germany geronimo gertrude gesperrt getmoney getout getsome gettysburg gezellig gfhjkm gfhjkmgfhjkm ghana
ghbdtn ghetto ghost ghostbuster ghostrider ghosts giacomo gianluca gianni giant giants giardino gibson gigabyte giggle giggles gilbert gilles gillian
gilligan gimmick gina ginevra ginger gino giordano giorgia giorgio giovanna giovanni giraffe girard girasol giraud girl girlfriend girlpower girls
gitarre giulia giuliana giulio giuseppe giveme givenchy gizmo glacier gladiator gladys glamour glasgow glass glasses glen glenn glitter global globe
gloria glory glover glueck gluecklich gmail gnomes goalie goaway goblin goblue godbless godfather godisgood godisgreat godislove godslove godsmack
godspeed godzilla gogators gogogo gohan goirish goku gold goldberg golden goldenboy goldeneye goldengate goldfish goldie goldmine goldrush goldstar
goldwing golf golfball golfclub golfer golfing golfman goliath gomez gonavy gonzales gonzalez gonzalo goober goodboy goodbye goodday goodgirl goodies
goodlife goodluck goodman goodmorning goodness goodnight goodtime goodtimes goofball goofy google googoo goose gopal gopher gordita gordito gordon
gorgeous gorilla gorillaz gostosa gostoso gotenks gothic gotohell gotribe gott gotyou government grace gracie gracious graduate graf graffiti graham
grammar granada grandad granddad grandma grandmother grandpa grandtheftauto granite granny grant grape grapefruit grapes graphic graphics grasshopper
grateful gratis graveyard gravity gray great greatest greatness greco greece green greenapple greenbay greenday greendog greeneyes greengrass
greengreen greenhouse greenland greenlight greens greentea greentree greg gregor gregory gremio gremlin grenada grendel grenoble grenouille greta
gretzky greyhound gridlock griffey griffin grinch grizzly groningen groovy gross groszek groucho ground group grover growing grunge grzegorz gs1905
gta5 gtasanandreas guadalajara guadalupe guapa guapo guardian guatemala guenther guerin guerrera guerrero guerreros guess guessit guesswho guest
guestguest guidance guido guilherme guillaume guillermo guinea guinness guitar guitare guitarhero guitarist guitarman guitarra guitars gummibaer
gummybear gundam gunnar gunner gunners gunslinger gunsnroses gunther gupta guru gurudev guruji gustafsson gustav gustavo gutierrez guyana guzel guzman
gwendolyn gwiazda gwiazdka gymnast gymnastics gypsy h4ck3r haas hack3r hacked hacker haehnchen haha hahaha hahahaha hahn hailey hairball hairdresser
hairy haiti hakan haley halflife halfmoon halifax halina hall hallelujah hallo halloduda hallohallo halloween hallowelt halo halohalo hamburg
hamburger hamilton hamlet hammer hammers hammertime hampster hamster hamsters hamza handbag handball handle handsome handyman hanna hannah
hannahmontana hannes hannibal hannover hanoi hans hansen hanuman happiest happiness happy happyday happydays happyface happyfeet happygirl happyhour
happylife happyman happytime harakiri harald harbor hardball hardcore hardrock hardware hardwork harekrishna hariom harlem harlequin harley
harleydavidson harmony harold harpoon harriet harris harrison harry harrypotter harsh hartmann hartmut harvard harvest harvey hasan hase hasen
hasenhasi hasi hasilein haslo hasloo hassan hateme haters hatred hatsune hattrick haustier havana havefun hawaii hawaiian hawkeye hawks hayat hayes
headache headhunter health heart heartbeat heartbreak heartbreaker heartless hearts heath heather heaven heavenly heavymetal hector hedgehog hedwig
heidelberg heidi heike heiko heineken heiner heinrich heinz helen helena helene helga helicopter helios hell hellboy hellfire hellhole hellno hello
hellohello hellokitty hellome hellomoto helloo hellos hellothere helloworld helloyou hellsing helmet helmut helpme helsinki henderson hendrix henri
henrietta henrik henry hentai heracles herbert herbst hercules heretic heritage herman hermanas hermann hermano hermanos hermes hermione hermosa
hermoso hernandez hero heroes heroin heron herrera herrmann hershey herz herzblatt herzchen herzilein heslo hesoyam heyhey heyheyhey heythere heyyou
hgfdsa hibiscus hicks hidden highbury highland highlander highlife highschool highspeed highway hijosdeputa hikari hiking hilary hilda hilfiger hill
hillbilly hillside hilton himalaya himbeere himitsu himmel hinata hindustan hiphop hippie hippo hirondelle hiroshima history hitman hobbes hobbit
hockey hocuspocus hoffmann hofmann hogwarts holahola holamundo holden holger holiday holidays holiness holland hollister hollow holly hollywood holmes
holyshit hombre home homeboy homebrew homehome homeland homeless homepage homer homers homerun hometown homework hond honda hondacivic honden honduras
honesty honey honeybear honeybee honeybun honeybunny honeydew honeymoon honeypie hongkong honig honolulu honor honza hooligan hoops hooters hope
hopeful hopeless horizon horn hornet hornets horney horny horror horse horsebattery horseman horses horseshoe horst horvath hospital hotboy hotdog
hotdogs hotel hotgirl hotmail hotmama hotness hotpink hotrod hotshot hotstuff hottie hotties hotwheels houdini hounddog house housewife houston howard
howareyou howdy hubbahubba huber hubert huckleberry hudson huggies hugh hughes hugo hugohugo hugs huisdier hulk human humberto humble hummer
hummingbird humpty hund hundchen hunde hundred hungary hungry hunt hunter hunters hunting hurensohn hurley hurrican hurricane hurricanes husband
huskers huskies husky hussein hustler hyderabad hydrogen hyperion hyundai iamawesome iamcool iamgod iamhappy iamme iamthe iamthebest iamtheking
iamtheone ibanez ibrahim iceberg icecold icecream icecube icehouse iceland iceman icestorm ichbins ichbintoll ichigo ichliebe ichliebedich idaho
ididit idiot idontcare idontknow iforget iforgot iforgotit igel iglesia igloo ignacio igor iguana ihateu ihateyou ihavenoidea ilaria ilikeyou illinois
illusion ilona ilov3you ilovecats ilovechocolate ilovedogs ilovegod iloveher ilovehim ilovejesus iloveme ilovemom ilovemusic ilovemydad ilovemydog
ilovemyfamily ilovemymom ilovemyself ilovesex ilovethis iloveu ilovey iloveyou iloveyou4ever iloveyoubaby iloveyouforever iloveyoumore iloveyouso
iloveyoutoo iloveyouu iluvme iluvyou imagine imawesome imcool immortal impact impala imperial impossible impreza imprezka imran imthebest imtheking
incognito incredible incubus inday independence independiente india indian indiana indianapolis indians indigo indira indonesia industry ines infamous
infantry inferno infiniti infinity informatik information inga inge ingo ingress ingrid inima inlove innocent innovation innsbruck insane insanity
insert inside inspector inspire inspiron instagram instant instinct insyaallah integra intel intelligent inter interact intercom interesting interior
intermilan internacional international internazionale internet intranet intrepid inuyasha invader inventor investor invictus invierno invisible iowa
iphone ipswich iran iraq ireland irena irene irina iris irish irishman irma ironhorse ironmaiden ironman isaac isabel isabella isabelle isaiah islam
island islander islanders ismael israel istanbul istheman italia italy itsme itsmine itsmylife iubire iubirea iubita iubitamea iubitul iulian ivan
ivana ivanhoe ivanov iverson ivette izmir jabber jabberwocky jacek jack jackal jackass jackie jackjack jackoff jackpot jackrabbit jackson jacksonville
jacksparrow jacob jacqueline jacques jade jaden jaeger jaganath jaguar jaguars jahoda jahudka jaihind jailbird jaimatadi jaime jaishreeram jakarta
jake jakob jakub jamaica james jamesb jamesbond jamie jana jane janet janice janina janine jansen janssen january japan japanese jardin jared jaroslav
jasmin jasmine jason jasper javelin javier jawbreaker jaybird jayden jayhawk jayhawks jayson jazz jazzman jean jeanette jeanne jedi jeepcherokee
jeepers jeff jeffgordon jeffrey jehovah jellybean jellybeans jellyfish jelszo jenkins jenna jenni jennie jennifer jenny jens jensen jeopardy jeremiah
jeremy jerk jerkoff jerome jerry jersey jerusalem jess jesse jessica jessie jester jesucristo jesus jesuschrist jesuscristo jesusfreak jesusis
jesusislord jesusloves jesuslovesme jesusteama jetadore jetaime jetaimefort jetfire jetski jewel jewels jill jillian jimbob jimena jimenez jimmy
jimmypage jingle jingles jirka joachim joan joanna joanne joaquin jocelyn jochen jody joejoe joel joelle joey johan johann johanna johannes
johannesburg johansen johansson john johnathan johncena johndeere johndoe johnlennon johnny johnson joker jokers jolanta jollibee joly jonas
jonasbrothers jonathan jones jordan jordi jorge josef josefa josefina joseph josephine josh joshua josie josue journal journey joyce joyeux joyful
joyride juan juana juanita judgement judith judy juergen juggalo juggernaut juggle juguete juice juicy juillet juin juli julia julian juliana juliane
julianna julie julien juliet julieta juliette julio julius july jumbo jumper jumping june jung jungle junior juniper junkie junkmail jupiter justdoit
justice justin justinbieber justine justme justyna juve juve4ever juventud juventus k3yboard kaas kaasje kacper kaczor kaefer kaetzchen kaffee kahlua
kaiser kajal kakarot kakashi kalamazoo kaleidoscope kamil kamila kaminski kanarya kangaroo kanhaiya kaninchen kansas kapamilya kappa kara karachi
karakartal karaoke karate karateca karen karim karin karina karl karla karlsruhe karlsson karma karolina kartoffel kasia kasper katana katasandi kate
katelyn katerina katharina katherine kathleen kathmandu kathrin kathryn kathy katia katie katja katrin katrina katy katze katzen kavita kawaii
kawasaki kaya kayak kayla kaylee kazakhstan keeper keinpasswort keith kelebek keller kelly kelsey keluarga kelvin kendall kendra kennedy kenneth
kennwort kenny kenshin kent kentucky kenya kermit kerry kerstin kevin keyboard keypad keystone khadija khalid khalifa khan khuda kickass kicker
kickflip kidrock kids kiel kieran kiki kikiki kikker kikoulol killbill killemall killer killerbee killers killme killzone kimberly kimochi kimono
kinder kindness king kingdom kingdomhearts kingfish kingfisher kingkong kingpin kings kingston kira kirk kirsche kirsten kirsty kiscica kisses kissing
kisskiss kissme kissmyass kitchen kitten kittens kitty kittycat kittykat kiwi kjkszpj klara klaus kleenex klein knickers knicks knight knights
knockout knopfler knowledge knoxville knuckles knuddel knuddelmaus knuffel knutschen koala kobayashi koch kochamcie kochanie kociak kocicka kocka
kocour kodiak koehler koekje koeln koenig kokoko kolkata koloto komal komputer konijn konijntje konnichiwa kontol koolaid koolkat korea korhonen korn
kosovo kotek kotenok kotze kovacs kowalczyk kowalski kraken krakow kralik kramer krasotka kraus krause krishna krista kristal kristen kristi kristian
kristiansen kristin kristina kristine kristy krolik krueger krypton kryptonite krystal krzysztof kuala kuchen kucing kuehn kuhn kulit kulitko kumar
kungfu kurama kurt kurwa kuschel kuschelbaer kusjes kutya kuwait kuya kuznetsov kwiatek kwiatuszek kyle kylie kyoto l3tm31n laborato labrador lachen
lachica lacoste lacrosse ladder ladies ladrillo ladybird ladybug ladyluck lagrange lahore lakers lakeside lakewood lakshmi lalala lambda lambert
lamborghini lamejor lamination lampard lampshade lana lancaster lance lancer landmark landrover lang lange language lantern laos lapin lapinou lapiz
lapochka laptop lara larissa larkspur larry lars larsen larsson lasagna laser lasers laska lasmichrein lasvegas laszlo latina latino latitude latvia
laughing laughter laundry laura laure lauren laurence laurent lauri laurie lausanne lavender lavigne lavinia lawnmower lawrence lawyer laxmi layla
leader leadership leaf leagueoflegends leah leandro leather leaves lebanon lebedev leben lebron lebronjames lechuga leclerc ledzep ledzeppelin leeds
leedsunited lefebvre lefevre legacy legend legendary legends legia legion legolas legrand lehmann leicester leila leipzig lekker lekkerding lemaire
lemonade lemons leon leona leonard leonardo leones leonidas leonie leopard leopards leopold leprechaun leroy lesbian leslie lesotho lespaul lestat
leticia letitbe letmein letmeinnow letsgo letstest letter letters lewandowski lewis lexmark lexus liam libby liberdade liberia libero libertad liberte
liberty library libya license lickit lickme licorne lidia liebe liebedich lieben lieber liebling liefde liefje liefste liesel lieverd lifeguard
lifehouse lifeisgood lifeless lifesucks lifetime lightbulb lighter lighthouse lightning lights lilbit lildevil lili lilian liliana lilith lille
lillian lillies lilly lilman lilwayne lily lima limegreen limewire limited limonada limones lina lincoln linda lindalinda lindas lindinha lindo
lindona lindsay lindsey lineage lineman lingerie linkedin linkin linkinpark linus linux linz lion lionel lionheart lionking lions liquid lisa lisboa
lisbon lise lisette listen literature lithuania little littlebear littlebit littleman littleone liuliu liverpool liverpoolfc livia liza lizard lizards
lizzie lkjhg lkjhgf lkjhgfdsa llama lluvia lobito lobster lockdown locked locker lockout locksmith locomotive locura loewe loewen logan login
loginname logitech logmein lokomotiv lola lolaako lolek lollipop lollol lollollol lollypop loloka lololo lombardi london lonely lonelygirl lonestar
lonewolf long longbeach longboard longhair longhorn longhorns longjohn longshot lookatme looking looney looser lopez loquita loquito lordofthering
lordvader lorena lorenz lorenzo loretta lori lorraine losangeles loser losers losing lost lottie lotus louis louisa louise louisiana louisville loulou
louloute love loveable loveangel lovebird lovebug lovechild lovedove lovegod lovehate loveheart lovehim loveis loveislove loveless lovelies lovelife
loveliness lovelove lovely loveme lovemom lovemusic lovemyself lovepeace lover loverboy lovergirl lovers lovesex lovestory lovesucks lovethis loveu
loveyou loveyourself loving lowrider loyalty lozinka lubov lucas lucerne lucero lucia luciana luciano lucie lucien lucifer lucille lucinda lucinka
lucka luckiest lucky luckycat luckycharm luckydog luckyone luckystar lucy ludovic ludwig luigi luis luisa luka lukas lukasz luke lumber lumberjack
lumiere luna lune lunita luscious luther luxembourg luxury lydia lynn lynyrd lyon lyrics lyubov m1cha3l mabel mabuhay macbeth macdaddy macedonia
machine machines macho maciej maciek macilaci macintosh mackenzie macska madagascar madcat maddog madeleine madhouse madhuri madison madman madmax
madness madonna madre madrid madrugada madzia maedchen maestra maestro maeuschen mafia maganda magandaako magazine magdalena magelan magenta maggie
magic magical magician magicman magnet magnolia magnum magnus magpie mahadev mahakali mahalkita mahalko mahalkosya mahalqoh mahesh mahmoud mahogany
maier maike mailman main maine mainstreet maison maja majestic major makaveli makoto malaga malawi malaysia malcolm maldita maldito maldives
malgorzata mali malibu mallard mallory mallrats malpa malpka malta maluco malyshka mama mamae mamaepapai mamako mamamia maman mamanpapa mamapapa
mamica maminka mamma mammoth mamour mamta manager manchester mancini mandala mandarin mandarina mandrake mandy maneater manfred mango mangos manhattan
maniac manila manish manisha mankind manman mannheim manoj manon manowar mansion manson mantap manuel manuela manunited manutd manzana manzanas mara
maradona marathon marble marbles marc marcel marcela marcelo march marchand marchewka marcia marcin marco marcos marcus marek maremma margaret
margarita margaux margherita margot marguerite maria mariachi mariam marian mariana marianne mariano maribel maricel marie marieke marienkaefer
marijuana marika marilyn marina marine mariners marines marino mario marion mariposa mariposas maris marisa marisol marissa marjorie mark marko markus
marla marlboro marlene marley marlin marlon marmalade marmotte marquis marrakech married mars marseille marshall marsupial marta martes martha marthe
martin martina martine martinez marty marvel marvin mary maryam maryjane maryland marysia masamune mascot mascota mashallah maslo mason masquerade
massachusetts massacre massimo massive masson master masterchief mastermaster mastermind masterpiece masters mastiff matador matahari matchbox
matematica mateo material mateusz matheus mathias mathieu mathilde matias matilda matrimonio matrix matt matteo matters matthew matthias matthieu
mattia maureen maurice mauricio mauritius maurizio maus mausebaer mausezahn mausi maveric maverick mavericks maxime maximilian maximum maximus maxine
maxwell maya maybelline mayday mayer mayhem mazda mcdonald mclaren meadow meatball meatloaf medical medicine medieval medina medved medvedev medvidek
mega megadeth megaman megan megatron megumi mehdi mehmet meier meijer mejoramigo mejores melanie melbourne melinda melissa mellow melodie melody
melons melvin member memorial memories memory memphis menace mendez mendoza mengao menina meninas mental mentor meowmeow mercedes merci mercredi
mercury merde merdeka meredith merhaba merle merlin merlot mermaid merrychristmas messenger messi metal metalgear metalhead metallica meteor method
methodman metin metro metroid metropolis mets meuamor meubem meunier mexican mexicano mexico mexicocity meyer miami miamor mibebe micasa michael
michaela michaeljackson michaels michal michel michele micheline michelle michigan mickael mickey mickeymouse microlab microphone microscope microsoft
microwave middle midget midland midnight midnite midway miercoles mifamilia mighty mightymouse miguel mihaela mihai mihija mihijo mikael mike mikel
mikhail mila milacek milan milanista milano mildred milena miles milkman milkshake milkyway millenium millennium miller millie million millionaire
millions mills millwall milo milos milosc milwaukee mima mimama mimamamemima mimamima mimi mimosa mina minded mindy minecraft minerals minh
minhafamilia minhasenha minhavida minimal minime minimum minister ministry minneapolis minnesota minnie minniemouse minotaur minou minouche minstrel
minute mipapa mira miracle miracles mirage miranda mireille miriam miroslav mirror mischief miserable misha misiaczek misiek misiu miska missing
mission mississippi missme missouri missy missyou mistake mister mistress misty mitchell mitsubishi mittwoch mivida miyuki mnbvc mnbvcx mnbvcxz mobile
mobydick moderator modern moeder moeller mogwai mohamed mohammad mohammed mohan moira mojehaslo mojelaska mojojojo moldova molecule molly momanddad
mommy momomo momoney mona monaco monalisa monamour monange monarch moncoeur monday moneda money moneymaker moneyman moneymoney moneys mongolia
mongolian mongoose monica monika monique monito monitor monkey monkeyboy monkeybutt monkeyman monkeymonkey monkeys monolith monopoly monroe monsoon
monster monsters montagne montana montaña montenegro monterey monterrey monteverde montgomery montreal moocow mookie moomoo moonbeam moonchild moondog
moonlight moonman moonraker moonshine moonstar moonstone moore moose mooses morales morango moreau morel moreno moretti morgan morin moritz morocco
morpheus morris mortal mortalkombat mortgage moscow moses moskva mosquito motdepasse mother motherfucker mothers motion motley motocross motorbike
motorcycle motorhead motorola motorrad motylek mountain mountaindew mountains mouse mousepad moustache moustique mozambique mozart mr.bean mudvayne
muenchen muffin muffins mugiwara muhammad mukesh mulder muller mulligan multimedia mumbai mummy munchen munchkin muneca munich munoz muppet muppets
murat murder murderer muriel murphy murray muscle museum mushroom mushrooms music musica musical musician musiclover musicman musique muslim mustafa
mustang mustangs mustard mutant mutter mutti muñeca muñequita myangel myanmar mybabe mybabies mybaby myboys mychemicalromance mychild mychildren
mydaddy mydog myers myfamily myfriend myfriends mygirl mygirls mykids mylife mylord mylove mylover mymoney mymother mymusic myname mynameis mypass
mypasswd mypassword myriam mysecret myself myspace mystery mystic mystical mystique myszka n1nja nachtigall nadia nadine nagoya nairobi nakamura naked
namaste namibia nana nancy nantes naomi naples napoli napsugar naranja naranjas narayan narnia naruto narutouzumaki nascar nascimento nashville
natacha natale natalia natalie natalya natasha nathalie nathan nathaniel national native natural nature natureza naughty naughtyboy nautica nautilus
naveen navidad navigator navy navyseal navyseals ncc1701 ncc1701d ncc1701e nebraska nebula necklace nederland needforspeed needle nefertiti negative
negrita negrito neha neige neil nelly nelson nemesis nemo neopets nepal neptune nerd nerds nestle nestor netflix netherlands netinho netscape network
networks neumann neutral neutron nevada never neveragain neverdie neverever neverforget nevergiveup neverland nevermind nevermore neversaynever nevim
newbaby newborn newcastle newday newdelhi newera newhampshire newhouse newjersey newlife newman newmexico newmoon neworleans newpass newpassword
newport newspaper newton newyear newyork newzealand nextel nexus nguyen niagara nicaragua niceguy nicenice nicholas nick nickelback nickelodeon nicki
nickname nicky nico nicola nicolas nicole nicoletta niels nielsen niemals niemand niewiem nigel niger nigeria nigga nigger nightfall nighthawk
nightingale nightmare nights nightshade nightwing nightwish nihao nihaoma nihon nikeair nikhil nikita nikki niklas nikola nikolai nikon nikos nils
nilsen nilsson nimbus nimrod nina nineteen ninja ninjas nintendo nirvana nisha nissan nitin nitram nitrogen nitrous nittany niunia niñabonita noah
nobody nobodyknows noel noelia noemi noentry noidea noisette nokia nokian nolimit nolimits nomad nomercy nomore noodle noodles nopass nopassword nora
norbert noreen norfolk norma normal norman normandy north northcarolina northern northkorea northside northstar northwest norton norway norwich
notebook notes nothing notorious nottingham nounou nounours novak november noviembre novotny nowak nowayout nowhere nuage nuclear nudel nudeln nugget
nuggets number numberone numbers numero numerouno nummer nuria nurnberg nurse nursing nutella nutmeg nutrition oakland oaktree oasis obelix obiwan
oblivion obsession obsidian obvious ocean oceans octagon octavia octavio october octopus octubre odessa odile odyssey offense office officer official
offroad offspring ogorek ohayou ohio oilers oiseau oklahoma oktober oldman oldpassword oldschool oldspice oleg olemiss olga olifant olive oliveira
oliver olivia olivier ollie olsen olson olsson olympia olympic olympics omaha oman omar omega omicron omnamahshivaya omnibus omsai omsairam onegai
onelove oneone onepiece onetime onetwo onetwothree onichan online onlyme onlyone onlyyou onmyown ontario opendoor openit openme opensesame openup
opera operation operator opinion optical optimist optimus optimusprime optiplex oracle orange oranges oranje orchard orchestra orchid ordinateur
oregon oreo orgasm orgasms oriental origami original orioles orion orlando ortiz osaka oscar oscuridad osiris osito ositos oskar oslo osman osterreich
ostrich otaku ottawa otter otters otto ou812 ou8122 ouistiti outback outdoors outkast outlaw outlaws outlook outside outsider overdose overflow
overkill overlord overseer overtime overwatch owen owens owned oxford oxygen oyster p4ssw0rd p4ssword p@ssw0rd p@ssword pa$$word pa55w0rd pa55word
paard paarden paashaas pablo pacers pacific pacifico pacino packard packers packet paddington paddle padlock padrenuestro padres pagan paige paintball
painter painting paixao pajarito pakistan palabra palace paladin palermo palestine pallavolo pallone palmeiras palmer palmtree paloma palomas pamela
pamplona panama pancake pancakes panda pandas pandora pangea pangit panic pankaj pannenkoek pantera panther panthers panties pantyhose paola paolo
papa papai papamama papamaman papaya paperclip paperino papillon papillons papito papusa papusica parachute parade paradigm paradis paradise paradiso
paradox paraguay parallel paramore paranoid parasite parents parfum paris parker parking parlament parliament parol parola parolparol parool parrot
partner party partyboy partygirl partytime pascal pascale pass passage passarinho passat passer passerotto passion passmaster passme passord passpass
passphrase passport passw0rd passw0rd1 passw0rd123 passwd passwor password passwordpassword passwords passwort pastelito pastor patate patatina
patches patel patience patito patitos patoche patria patrice patricia patricio patrick patriot patriots patrizia patrol patrycja patryk patterson
patton patty paul paula paulina pauline paulo pavel pavilion pawel payal payaso payday payment paypal peace peaceandlove peaceful peacelove peacemaker
peach peaches peachy peacock peanut peanutbutter peanuts pearl pearljam pebble pebbles pedersen pedigree pedro peekaboo peewee pegasus peggy pejsek
pelican pelota pelotas peluche pencil pendejo penelope penguin penguins peninsula penis pennsylvania penny pentagon pentium people pepik pepper
peppermint peppers pepsi pepsicola pepsimax peregrine pereira perfect perfecta performance perfume periwinkle perkele perlita permanent perrin perrita
perrito perritos perroquet perros perry perseus persian persib persija personal persson perth peru perverted pescado petale pete peter peterpan peters
peterson petit petitange petra petrov petunia peugeot pfeiffer pferd pferdchen pferde pfirsich pflaume phantom pharaoh pharmacy phazer pheonix
philadelphia philip philipp philippe philippines phillip phillips philly philosophy phishing phoebe phoenix phone phones photo photography photos
photoshop phyllis physical physics pianist piano pianoman picard piccolo pickle pickles picnic picture pictures piedmont piercing pierre pietro piglet
pikachu pilar pilgrim pilipinas pillow pilot pimp pimpdaddy pimpek pimpin pimping pimpjuice pimps pinball pineapple pinecone pinetree pingouin
pingpong pinguin pinguino pinhead pink pinkfloyd pinkgirl pinklady pinkpanther pinkpink pinkrose pinky pinnacle pinocchio pinoy pinoyako pioggia
piolin pioneer piotr piotrek piotrus pipeline pipeliner piper pipoca pippo piranha pirata piratas pirate pirates pisces pisica pisicuta pissenlit
pistol pistons pitbull pitbulls pitcher piter pittsburgh pitufo pixies pizza pizzahut pizzaman pizzapizza placebo planet planets plankton plasma
plastic plata platano platform platinum platypus playa playboy player players playgirl playground playing playita playmate playoffs playstation
playtime please pleasure plumber plumbing pluto plutonium plymouth pocket poes poesje poetry poezen pogi pogiako pogiko pohl poilkj pointer poison
poisson poissons poiuy poiuyt poiuytre poiuytrewq pokemon poker poland polaris police policeman political politics polizei polka polkadot pollito
pollitos pollution polly polo polopolo polska polynomial pompier pontiac poochie poodle pooh poohbear pooja pookie pooper poophead poopie pooping
poopoo pooppoop poopy popcorn popeye popopo popov popper poppy popsicle popstar popular porcelain porcupine porkchop pornking porno pornstar porridge
porsche portable portal porter portland porto portsmouth portugal poseidon positive possible postal poster postman potato potatoes potsdam potter
poubelle poupee poupette poussin powell power powerful powermac powerman powerpuff powerranger powers practice pradeep prague praha praise praisegod
prakash prasad prasatko praveen prayer prayers preciosa precioso precious predator preeti prelude premier premium presence present president
presidente presto preston pretty prettyboy prettygirl prettyinpink price priceless pride priest primary primavera prime primrose prince princesa
princesita princess princesse princesses princeton principe principessa printemps printer printesa printing prinz prinzessin priscilla prisoner
privacy private privet priya priyanka prizrak problem process prodigy producer product production profesor professional professor profile profit
program programmer progress project prometheus promise promises propaganda property prophet prosiaczek prosper prosperity protect protection protector
proton prototype provider prowler przemek przyjaciel psalm psv1 psycho psychology pubg public pudding puebla puerta puertorico pulcino pulgarcito
pulsar puma pumpkin pumpkins punisher punjabi punk punker punkrock punkrocker puppet puppies puppy puppydog puppylove pupuce purple purplehaze
purplerain purples pussies pussy pussycat pyramid pythagoras python q123456 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qatar qaz123 qaz123wsx qazedc qazqaz
qazwsx qazwsxedc qazwsxedcrfv qazxcv qazxsw qazxswedc qq123456 qq123456789 qqww quality quantum quarantine quarter quartz quasar quattro quebec queen
queenbee queens queensland quentin querida question questions quetequiero quetzal quicker quicksand quicksilver quiet quiksilver quincy qwaszx qwe123
qwe123456 qwe123asd qweasd qweasdzxc qweewq qweqwe qweqweqwe qwer qwerasdf qwerasdfzxcv qwert qwertasdfg qwerty qwertyqwerty qwertyru qwertyu qwertyui
qwertyuiop qwertz qwertzui qwertzuiop r2d2c3po rabbit rabbits raccoon racecar racer racerx rachael rachel racing radek radha radhakrishna radhe
radheradhe radical radio radiohead radka raerae rafael rafaela ragnar ragnarok rahasia rahul raiden raider raiders railroad rain rainbow rainbows
raindrop raindrops rainer rainfall rainforest raining rainmaker rainstorm rainy raistlin rajesh rajkumar rakesh ralf ralph ramadan rambler rambo
ramesh raminagrobis ramirez ramon ramona ramos rampage randall randy ranger rangers ranjit raphael raptor raptors rapture rapunzel raquel rascal
rashid rasmussen rasputin rastafari rastaman ratoncito rattle rattlesnake raul raven ravens ravi ravindra raymond reader ready reagan realestate
reality realmadrid reaper reason rebecca rebel rebels reboot recall receiver reckless recover recovery recycle redalert redapple redbaron redbird
redbone redbull redcar redcross reddevil reddevils reddog reddragon reddwarf reddy redeemed redeemer redeye redfish redfox redhat redhead redheads
redhorse redlight redline redman redneck redrocket redrose redroses redrum redskin redskins redsox redstar redstone redwine redwing redwings redwood
reed referee reflection reflex reflux refresh regen regenbogen reggae reggie regina reginald register regular reinhard reinita rejoice rekha relampago
relax relentless reliance religion reload remember rememberme remi remote renaissance renard renata renate renato renault rene renee renegade rennen
rental replay report republic request rescue reserve resident residentevil resistance respect response retard retarded return returns reuben revenge
revolucion revolution revolver reyes reykjavik reynolds rfnthbyf rhapsody rhinoceros rhodeisland rhonda ribeiro ricardo riccardo ricci rice richard
richardson richie richmond richter rick ricky ricochet riddick rider riders ridge rifleman righteous rightnow rihanna riley ringo rita rivera
riverdale riverplate riverrat rivers riverside riviere rizzo roadkill roadking roadrunner roadster roadtrip robbie robbins robby robert roberta
roberto roberts robertson robin robinhood robinson roblox robot robotech robotics robots robyn rocco roche rochelle rochester rocio rocket rocketman
rockets rockford rockhard rockies rocknroll rockon rockshox rockstar rockwell rocky roderick rodney rodolfo rodrigo rodriguez roflcopter roger rogers
rohan rohit roland rolf roller rollercoaster rolling rollingstones rollins rolltide roma romain roman romana romance romania romanian romanista romano
romantic romeo romero romina ronald ronaldinho ronaldo ronan ronnie rooney rooster root rootbeer rootroot roots rosa rosado rosalie rosalind rosana
rosario rose roseanne rosebud rosebush rosemarie rosemary rosenrot rosered roses rosie rosita rositas roslyn ross rossi rossia rossignol rossiya
rossonero rostock roth rotkaeppchen rotterdam rouge roulette rousseau roussel router roux rowan roxana roxanne roxette roxy royal royals rubber
rubberduck ruben rubicon ruby rudolf rudy ruffles rufus rugby rugger ruiz rukawa ruler rulez rumble rumpelstilzchen runaway runescape runner runnin
running rupert rush rush2112b rusher russell russia russian russo rustam rusty ruth ruthless rwanda ryan s123456789 sabado sabbath saber sabina sabine
sabotage sabre sabres sabretooth sabrina sachin sacramento sacrifice saddle sadie sadness safari safety saffron sagitario sagittarius sahil sahin
saibaba saigon sailboat sailfish sailing sailor sailormoon saints sairam sakura sakurachan salam salamander salamat salasana salazar salem salesman
salim sally salma salmon saltwater salvador salvaje salvation salvatore salzburg samantha samara samba samir sammy samoa samochod sampdoria sample
samsam samson samstag samsung samuel samurai sanchez sanctuary sandal sandberg sandbox sandeep sanders sandia sandiego sandman sandra sandrine sandro
sandstone sandstorm sandwich sandy sanfrancisco sangre sanjana sanjay sanjose sanjuan santaclaus santafe santiago santos santosh saopaulo sapphire
sara saragosa sarah sarajevo saraswati sasha saskia sasquatch sassuolo sassy sassycat sassygirl sasuke satan satellite satisfaction satish saturday
saturn saturnus satyam saudade saudades saudi sauer saul saumon sausage savage savanna savannah saved savior saviour sawyer saxophone sayang
sayangkamu sayangku sayonara scamper scania scarab scarecrow scarface scarlet scarlett scarpers schaefer schalke schatje schatz schatzi schatzilein
scheisse scheveningen schlampe schlange schlumpf schlumpfi schmetterling schmid schmidt schmitt schmitz schmusekatze schnecke schneemann schneider
schnucki schnuffel schnuffi schokolade scholz school schoolbus schooner schreiber schroeder schubert schueler schule schulz schulze schumacher
schuster schwanz schwarz schwein schweinchen schweiz schwester science scientist scirocco scissors scooby scoobydoo scooter scorpie scorpio scorpion
scorpions scotland scott scottie scottish scotty scouts scrabble scrappy scratch screamer screen screwyou scripture scrooge scruffy scuba scubadiver
sculpture seabird seabreeze seafood seagull seahawk seahawks seahorse sealteam seaman sean search searching seashell seashore seaside season seattle
seaweed seaworld sebastian sebastien second secret secreto secrets secretsecret secure secured security seduction seestern seidel seinfeld selamanya
selena selfish selina selma semana semperfi semperfidelis senator senators senegal senha senhasenha senior seniseviyorum sensation sensei sensitive
sensual sentinel sentra seoul sephiroth september septembre septiembre sepultura serbia serena serenade serendipity serenella serenity serge sergeant
sergei sergey sergio serial serious serpent serpiente servant server service sesame sesamestreet sessions seth seven sevens seventeen seventy several
severine sevgi sevgilim sevilla seviyorum sexbomb sexgod sexisgood sexlover sexmachine sexsex sextoy sexx sexxx sexy sexybabe sexybaby sexybitch
sexyboy sexychick sexygirl sexylady sexylove sexymama sexyman sexyme sexyred shadow shadows shakespeare shakira shakur shalini shalom shaman shampoo
shamrock shane shanghai shankar shannon shanti shaolin shark sharks sharky sharma sharon sharpie sharpshooter shasta shaun shaved shaw shawn shazam
shearer sheep sheepdog sheffield sheila shelby sheldon shelley shelly shelter shepherd sheriff sherlock sherman sherri sherry sherwood shiloh shimmer
shine shinichi shinigami shining shinobi shiny shipping shippuden ships shirley shitface shithead shitshit shitty shiva shivani shivshakti shocker
shoes shogun shooter shooting shopper shopping short shortcake shortcut shortstop shorty shotgun shotokan shoulder showboat shower showme showtime
shradha shredder shreya shrimp shubham shuffle shutdown shutter shutup siberia sicilia siddharth sidekick sideshow sidewinder sidney sidorov siegfried
siemens siempre sierra sifre sigma signin sigrid silence silencer silent silenthill silicon silke silly sillyme silva silvana silver silverado
silverback silverfox silverman silvermoon silverstar silverstone silverwolf silvia silvio simba similar simmons simon simona simone simple simpleplan
simplicity simply simpson simpsons simran simulator sinatra sinbad sincere sinead sinful singapore singer singh singing single sinister sinner
sinterklaas sirena sirenita sister sisters sixers sixpack sixteen sixty skarbek skate skate4life skateboard skateboarding skater skaterboy skating
skeeter skeleton sketch skidoo skidrow skiing skillet skillz skinhead skinny skipper skippy skittles skydive skydiver skye skyfall skyhawk skylark
skyler skylight skyline skywalker skywards slacker slammer slapshot slaughter slava slave slavia slayer sleepers sleeping sleepless sleepy slick
slimer slimshady slipknot slippers slippery slonce sloneczko slonko slovakia slovenia slowhand sluggo slunce slunicko slurpee slut sluts smallville
smart smartass smarty smashing smeghead smelly smile smiles smiley smileyface smiling smirnov smit smith smitty smoke smoker smokes smokeweed smokey
smoking smooth smoothie smurf smurfs snake snakebite snakes snapchat snapper snapple sneakers sneaky sneeuw snicker snickers sniper snipers snoepje
snooker snoopdog snoopdogg snoopy snooze snow snowball snowbird snowboard snowboarder snowboarding snowdrop snowflake snowflakes snowman snowwhite
snuffles snuggle snuggles snyder soap soare soarele soccer soccerball soccergirl soccermom soccerstar social society socrates sofia sofie softball
software sojourner sokolov solace solange solar soldier soldiers sole solecito soledad soleil soleils solitaire solitude solnishko solnyshko solomon
soltera solution somalia someone something sometimes sommer sonali songbird songoku sonia sonic sonics sonicx sonja sonne sonnenblume sonnenschein
sonntag sonny sonrisa sonrise sonu sonya sophia sophie soprano sorcerer sorriso sorrow sorry sothebys soulfly souljaboy soulmate sounders source
sourire souris south southafrica southampton southcarolina southern southkorea southpark southpaw southside southwest souvenir souza sovereign soviet
spacejam spaceman spaceship spaghetti spain spangles spaniel spanish spanker spanking spanner sparkle sparkles sparks sparky sparrow sparrows sparta
spartacus spartak spartan spartans spatz spatzl spawn speaker special specialist species spectrum speed speeding speedracer speedway speedy spencer
sphinx spider spiderman spiders spidey spiegel spiel spielen spike spiral spirit spiritual spitfire splash splendid splinter splintercell spoiled
spongebob spoon sporting sports sportster spotify spotlight spotty spring springer springfield springs sprinkles sprinter sprite spurs spying squadron
square squash squeaky squid squidward squirrel squirrels squirt srilanka sssr stacey stacy stadium staff stafford stairway stalin stalker stallion
stampede stan standard standby stanford stanislav stanley starbuck starbucks starcraft stardust starfire starfish starfox stargate stargazer starligh
starlight starling starman starr starship start startrek starwars station status stealth steaua steauabucuresti steelers steelman stefan stefania
stefanie stefano steffen steffi stein stella stellina stephan stephane stephanie stephen stereo sterling stern sternchen sterne sterretje steve steven
stevens stewart stickman sticky stiletto stimpy stinger stingray stinker stinky stirling stitch stitches stockholm stocking stocks stokrotka stone
stone-cold stonecold stoned stoner stones stooges stop storage storm stormrider stormtrooper stormy story storyteller straight strange stranger
strasbourg strat strategy stratocaster stratus strawberries strawberry stream street streetball streetfighter streets strength stress stretch strider
strikeout striker string strings striper stripes stripper strong stronger strongman stuart student studio studios stuff stumpy stunner stupid
stupidass stupidme stuttgart style styles subaru sublime submarine submit subscribe suburban subway success successful sucesso sucker suckers suckit
suckmydick sucks sudan sueños suffolk sufletel sugar sugarbear sugarfree sugarplum suicide suisse sullivan sultan sumit summer summers summertime
summit summoner sunbeam sunburn sundance sunday sundown sunfire sunflower sunflowers sunil sunita sunlight sunrise sunset sunshine suomi super
superbad superbowl superboy supercool superduper superfly supergirl superhero superior superman supermanx supermario supermoto supernatural supernova
superpower supersonic superstar superstars superuser supervisor superwoman support supreme surabaya suresh surf surfboard surfer surfing surgery
suriname surprise surreal surrender survey survival survivor susan susana susanna susanne susie suspect sussex suzanne suzie suzuki sven svengali
svenja svensson sverige svetlana svoboda swallow swanlake swapnil swati sweden sweetangel sweetbaby sweetcandy sweetest sweetgirl sweetheart
sweethearts sweetie sweetiepie sweetlady sweetlife sweetlove sweetness sweetpea sweetpeas sweets sweetsixteen sweetthing sweety swift swiftly swimmer
swimming swinger swingers swinging swiss switch switchfoot switzerland sword swordfish swords sydney sylvain sylvester sylvia sylvie symantec symbol
symmetry symphony synchro syndrome synergy syracuse syria sysadmin system systemofadown szerelem szeretlek szkola szymanski tabitha taboo tacobell
tactical taekwondo tagalog taiwan takahashi takeshi takethat talented talisman talking tallinn tallman tamagotchi tamara tambour tammy tampa tanaka
tangerine tango tania tanja tanker tanya tanzania tanzen tapestry tara tarantino tarantula target tarheel tarheels tariq tartaruga tartine tarzan
tasmania tatiana tatjana tattoo tattoos tatuagem tatyana taurus taxman taylor teacher teachers teaching teacup teadoro teamo teamoamor teamomama
teamomucho teamster teamwork teardrop teardrops tears technical technics techno technology tecktonik teddy teddybear teddybears teenage teenager teeny
teextraño teheran teiubesc tekken telaviv telefon telefono telephone television telstar temp temple temporal temporary temptation tendresse tendulkar
tenerife tennessee tennis tenshi tension tequiero tequieromucho tequila terence teresa terezka teri terminal terminator terrance terrapin terri
terrible terrier terror terrorist terry terserah tesoro tessa test testament tester testicle testing testpass testtest testuser tetris teufel texas
texaslonghorns textbook thailand thanatos thankful thankgod thanks thanksgiving thankyou thankyoujesus thea thebeach thebear thebeast thebeatles
thebest theboss theboys thebus thecat thechamp theclash thecrow thecure thedog thedoors thedude theend thefish theflash theforce thegame thegreat
thehulk thejoker thekid thekiller theking thelast thelegend thelma theman themaster thematrix themonkey theo theodor theodore theoffice theone theonly
thepassword therapist therapy thereds theresa therese therock thesaint thesame theshit thesimpsons thesims thesun thethe thething thetruth theused
thewho thewolf theworld thiago thibault thierry thilo thinker thinking thinkpad thirteen thirty thisisit thisisme thissucks thistle thomas thompson
thor thorn thornton thorsten thoughts thousand threat three thriller thug thugangel thuglife thuglove thugs thunder thunderbird thunderbolt thundercat
thundercats thursday thx1138 tiago tiamo tiamotanto tibet tiburon ticket tickle tickles tidalwave tierra tiffany tiger tigerente tigereye tigerlily
tigers tigerwoods tigger tiggers tightend tights tigre tigres tigresa tigress tijger tijuana tiktok tilda till timao timber timberland timberwolf
timeless timelord timeout times timothy tina tinker tinkerbell tinkle tinman tinytim tirol titan titanic titanium titans titkos titleist tito titok
titties toast toasted toaster tobacco tobias toby today todd todopoderoso toenail together toilet tokiohotel tokyo tolerance tomahawk tomas tomasz
tomate tomato tomatoes tomcat tommaso tommy tommyboy tomorrow toni tonight tonto tony toocool toolbox toonarmy toor toothbrush toothpaste topcat
topdog topgun tophat topher topnotch topolino topsecret torben torino toritos tormenta tornado toronto torpedo torres torsten tortoise tortue tortuga
torture toscana toshiba totally totoro tottenham totti touchdown touching toughguy toulouse tourist tournesol tower towers town toyota toys toystory
trabajo trabzon trabzonspor tracer tracey traci track tracteur tractor tracy trading tradition traffic tragedy trailer trails training traktor tran
transam transfer transform transformer transformers transit transport transylvania traum traumfrau traumland travel traveler traveller travelling
travieso travis treasure treasures tree treefrog treehouse trees trekker trespass trevor trewq triangle triathlon tribal tribunal tricia tricolor
trident trieste trigger trillium trinidad trinity triple tripleh triplets tripod tripping trish tristan triton triumph trivium trojan trojans trombone
trompeta trooper troopers tropical trottinette trouble troublemaker troubles trousers troy truck trucker trucks truelove truffle truffles trumpet
trunks truskawka trustgod trustingod trustme trustno trustnobody trustnoone truth trésor tsska tsunami tucker tuesday tulip tulips tulpen tundra tunis
tunisia tupac turbine turbo turin turkey turkeys turkiye turner turnip turquoise turtle turtles tuscany tuxedo tweety tweetybird twelve twenties
twenty twentyone twiggy twilight twinkie twinkle twins twinsister twisted twister twitter tygrysek tyler tyranny tyrant tyrone tyson ubuntu uchiha
uganda uiltje ukraine ulrich ulrike ultima ultimate ultra ultraman ultrasound ultraviolet umberto umbrella unbekannt uncle undead undefined undercover
underdog underground undertaker undertow underwater underwear underworld unforgiven unicorn unicornio unicorns uniform union united unitedkingdom
unitedstates unity universal universe universidad universitario university unknown unleashed unlimited unlock unreal unstoppable untitled upgrade
upside upsidedown uptown uranium uranus urchin urlaub ursula uruguay usarmy usausa user username usmarine usmc utah utrecht uzbekistan uzumaki
vacances vaccine vaclav vader vadim vaffanculo vagabond vagina vakantie valencia valentin valentina valentine valentino valeria valerie valerio valery
valhalla valiant valiente valkyrie valorant vampire vampires vancouver vandenberg vanderberg vanessa vanguard vanhalen vanilla vanille vanquish
vaquero vaquita vargas variety varsha varsity varsovie vascao vasco vascodagama vasily vasquez vater vatican vauxhall vegas vegeta vegetable vehicle
velocity velvet venado vendetta venezia venezuela vengeance venice venkat venom ventura venture venus verano verdad verde vergessen vergissmeinnicht
vermilion vermont verona veronica veronika veronique versace versailles versus vertex vertical vertigo verveine verysecret vespa vette veverka vfhbyf
vfrcbv viata vibrate vicente vicious vicki vicky victim victor victoria victory video videogame videogames vienna viernes vietnam viewpoint viewsonic
vigilante vijay vikas viking vikings vikram viktor viktoria village villain vilnius vinayak vincent vincenzo vineyard vinod vintage viola violence
violent violet violeta violets violin violinist viper vipers virgin virginia virginie virgo virtanen virtual virtue virus vishal vishnu vision visser
visual vitamin vitoria vitorinha vivalavida vivaldi vivian viviana viviane vivien vivitron vlad vladimir vladivostok vlinder vlinders vodafone vodka
voetbal vogel vogt voice voigt voiture volcan volcano volcom voldemort volgograd volker volkov volkswagen volley volleyball voltage volume volunteer
volunteers volvo voodoo vorpal voyage voyager vriend vrienden vulcan vulture w123456 wachtwoord waffle waffles wagner waheguru wakacje walanglove
wales walker walking wallace wallpaper walmart walnut walrus walter wanda wanderer wang wangyang wanker wannabe wanted warcraft warhammer warhawk
warlock warlord warlords warning warpath warren warrior warriors warsaw warszawa warthog warzone wasabi wasdwasd washer washington wasser wassup
wasted watanabe watashi watch watcher watching water waterboy watercolor waterfall waterfalls waterford watergate waterloo waterman watermelon
waterpolo waters waterski watson wave waverunner wayne weapon weasel weather weaver webb webcam weber webhead webmaster website wedding wednesday weed
weedman weekend weezer weihnachten weihnachtsmann weirdo weiss welcome welcomeback welcomehome welcometo welding welkom wellington wellness wells
wendy wer138 werder werderbremen werewolf werner wertyu wertyuiop wesley west westcoast western westham westlife westside wetpussy wetter whale whales
whatever whatsapp whatsup whatthefuck whatthehell whatup wheelchair wheels whiplash whipper whiskers whiskey whisky whisper whistle whistler white
whiteboy whitecat whitedog whitehorse whiteman whiteout whiterabbit whiterose whitesox whitestar whitetiger whitewolf whitney whocares whore whores
whynot wicca wicked widget widzew wifey wildbill wildcat wildcats wildchild wildfire wildflower wildman wildone wildrose wildwest wildwood wilfried
wilhelm willi william williams willie willis willkommen willow willpower willy wilma wilson windmill windows windowsxp windsor windstar windsurf windy
wings winkler winner winners winnie winniethepooh winning winston winter wiosna wireless wisconsin wisdom wishbone wishes wishing wishmaster wisla
wisniewski witch witchcraft witches without witness wizard wizards wo1314520 woaini woaiwojia wodemima wojcik wojtek wolf wolfgang wolfhound wolfie
wolfman wolfpack wolke wolken wolverin wolverine wolverines wolves woman wombat women wonder wonderboy wonderful wonderland wonderwall wonderwoman
wood woodland woodpecker woods woodside woodstock woodwork woody wookie woolfie word work working workout workshop world worldcup worldofwarcraft
worldpeace worldwide worship woshishui wrangler wrestle wrestlemania wrestler wrestling wright writer writing wroclaw wsxedc wsxedcrfv wsxzaq wurst
wutang wwewwe wyoming x4ivygaai xanadu xander xavier xbox xcvbnm xenon xfiles xiaoxiao ximena xmen xsw21qaz xswqaz xuxuzinho xylophone yadav yagmur
yahoo yahoocom yahooo yamaha yamahar yamamoto yamato yana yankee yankees yann yannick yardbird yasmin yasmine yearbook yellow yellowfin yellowstone
yemen yesterday yesyes yesyesyes yfnfif yildiz yilmaz yingyang yjdsqgfhjkm yoda yogesh yogibear yolanda york yorkie yorkshire yosef yosemite yosoyyo
yoteamo youandme youknow young youngblood younggun youngmoney youngone yourmom yourmother yourpassword yourself youssef youtube youwish yoyoma yoyoyo
ytrewq yugioh yukiyuki yummy yuri yusuf yuukiyuuki yves yvette yvonne yxcvbn z123456 z123456789 z1x2c3v4 za1xs2cd3 zaba zabicka zabka zachary zagreb
zaichik zajac zambet zambia zanahoria zanetti zanzibar zapato zapatos zapper zaq12wsx zaq1xsw2 zaqwsx zaqwsxcde zaqxsw zara zasxcd zauberer zdenek
zealot zebra zebras zeitgeist zelda zenit zenith zephyr zeppelin zero zerocool zhang zhangwei zhongguo zicke zidane ziege ziegler zielinski zigzag
zildjian zimbabwe zimmermann zindagi zinger zipper zizou zodiac zoltan zombie zombies zomer zonnebloem zonnetje zoology zoomzoom zosia zucker
zuckerpuppe zurich zuzana zuzanka zuzia zvezda zwemmen zwiebel zx123456 zxasqw zxc123 zxcasd zxcasdqwe zxcv zxcvbasdfg zxcvbn zxcvbnm zxczxc zxzxzx
александр анастасия андрей дмитрий екатерина жопа зайчик зенит йцукен йцукенг йцукенгшщз котенок любовь максим мамапапа марина москва наташа пароль
привет россия светлана сергей солнце солнышко спартак фывапролдж ячсмить
`
    .trim()
    .split(/\s+/),
)
