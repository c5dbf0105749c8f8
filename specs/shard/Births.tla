------------------------------- MODULE Births -------------------------------
(***************************************************************************)
(* How groups get their numbers, and their founders, while the cluster     *)
(* runs.  Nobody is asked who would have to be there: the node that bears  *)
(* a group draws its number, which says whose it is and how many that node *)
(* has drawn.  The other founders are told, by operators or by each other, *)
(* maybe wrongly, late, twice or never.                                    *)
(*                                                                         *)
(* A node takes a group for ever: its number and its founders, on disk     *)
(* before anything else is done.  It takes no other group of that number,  *)
(* nor any of a number that is its own to draw, and as one of the founders *)
(* only a group that has the bearer among its founders.  Since a group is founded   *)
(* by all of them (Roster), and the bearer has one group of each number,   *)
(* there is one group of each number at most.                              *)
(*                                                                         *)
(* A node that is none of the founders takes a group to become a member    *)
(* later (Reconfig).  It founds nothing, so it need not know who drew it.  *)
(*                                                                         *)
(* A founder whose disk is another one takes its groups again when it      *)
(* hears of them, and so does one who was not told.  A bearer recalls such *)
(* a group: from then on it has drawn that number.                         *)
(*                                                                         *)
(* Not here: a bearer whose disk is another one draws before it hears what *)
(* it had drawn.  The code asks all other founders which groups there are  *)
(* before it draws, which is likely to suffice.  What must not happen even then   *)
(* does not rest on numbers: members compare founders before they talk,    *)
(* and groups know each other by a number of 128 bits that each founding   *)
(* draws (MoveState's Group).                                              *)
(*                                                                         *)
(* Source: ACaZoo, section IV-B (registerRG), without the configuration    *)
(* manager; ElasCass, section 4 (groups of nodes that join).               *)
(***************************************************************************)
EXTENDS Integers

CONSTANTS
    \* @type: Set(Int);
    Node,
    \* How many numbers a node may draw.
    \* @type: Int;
    MaxDrawn

\* A number says who drew it, and as which.
\* @typeAlias: number = <<Int, Int>>;
\* @typeAlias: group = { number: $number, founders: Set(Int) };
BirthsAliases == TRUE

VARIABLES
    (* On disk *)
    \* How many numbers each node has drawn.
    \* @type: Int -> Int;
    drawn,
    \* The groups that each node has taken.
    \* @type: Int -> Set($group);
    taken,
    (* All founders have it, and have founded it. *)
    \* @type: Set($group);
    founded

vars == <<drawn, taken, founded>>

\* Whoever draws such numbers.
\* @type: $number => Int;
Bearer(number) == number[1]

\* What somebody may believe to be a group.
Groups == [number : Node \X (1..MaxDrawn), founders : (SUBSET Node) \ {{}}]

Init ==
    /\ drawn = [n \in Node |-> 0]
    /\ taken = [n \in Node |-> {}]
    /\ founded = {}

\* @type: (Int, $number) => Bool;
HasTaken(n, number) == \E g \in taken[n] : g.number = number

\* Node n has a group be born, of itself and others.
\* @type: (Int, Set(Int)) => Bool;
Draw(n, founders) ==
    /\ n \in founders
    /\ drawn[n] < MaxDrawn
    /\ drawn' = [drawn EXCEPT ![n] = @ + 1]
    /\ taken' = [taken EXCEPT ![n] = @ \cup {[number |-> <<n, drawn[n] + 1>>, founders |-> founders]}]
    /\ UNCHANGED founded

\* Somebody else can have drawn the number; if n is to be a founder, for these founders.
\* @type: (Int, $group) => Bool;
CanBeDrawn(n, g) ==
    /\ Bearer(g.number) # n
    /\ n \in g.founders => Bearer(g.number) \in g.founders

\* Node n is told of a group, by anybody.
\* @type: (Int, $group) => Bool;
Take(n, g) ==
    /\ ~HasTaken(n, g.number)
    /\ CanBeDrawn(n, g)
    /\ taken' = [taken EXCEPT ![n] = @ \cup {g}]
    /\ UNCHANGED <<drawn, founded>>

\* How many numbers a bearer has drawn that recalls a group of this number.
\* @type: (Int, $number) => Int;
DrawnWith(n, number) == IF number[2] > drawn[n] THEN number[2] ELSE drawn[n]

\* Node n is told of a group that it bore itself, and does not know of.
\* @type: (Int, $group) => Bool;
Recall(n, g) ==
    /\ ~HasTaken(n, g.number)
    /\ Bearer(g.number) = n /\ n \in g.founders
    /\ drawn' = [drawn EXCEPT ![n] = DrawnWith(n, g.number)]
    /\ taken' = [taken EXCEPT ![n] = @ \cup {g}]
    /\ UNCHANGED founded

\* Those that must have taken a group before it is founded.
\* @type: $group => Bool;
FoundersHaveIt(g) == \A n \in g.founders : g \in taken[n]

\* The founders found it, as Roster says.
\* @type: $group => Bool;
Found(g) ==
    /\ g \notin founded
    /\ FoundersHaveIt(g)
    /\ founded' = founded \cup {g}
    /\ UNCHANGED <<drawn, taken>>

Next ==
    \/ \E n \in Node : \E founders \in SUBSET Node : Draw(n, founders)
    \/ \E n \in Node : \E g \in Groups : Take(n, g) \/ Recall(n, g)
    \/ \E g \in Groups : Found(g)

Spec == Init /\ [][Next]_vars

----------------------------------------------------------------------------
(* Properties *)

TypeOK ==
    /\ drawn \in [Node -> 0..MaxDrawn]
    /\ taken \in [Node -> SUBSET Groups]
    /\ founded \subseteq Groups

OneGroupOfANumber == \A a, b \in founded : a.number = b.number => a = b

\* A node is of one group of a number: its folder has the number's name.
TakenOnce == \A n \in Node : \A a, b \in taken[n] : a.number = b.number => a = b

\* What is founded was drawn, by one of the founders.
BornOfItsBearer ==
    \A g \in founded : Bearer(g.number) \in g.founders /\ g.number[2] <= drawn[Bearer(g.number)]
=============================================================================
