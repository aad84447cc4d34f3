#!/usr/bin/perl
# Starts a program that sees one folder of its own, the places it was given to read, and nothing else of this machine:
#
#     perl confine.pl namespaces|landlock OWN READ... -- PROGRAM ARGUMENT...
#
# namespaces: mounts, processes, network, IPC, host name and users of its own; the file system is made of what was named.
# landlock: the file system stays, and the kernel refuses all but what was named. For where namespaces may not be made,
# as in containers. In both a filter refuses the calls by which a program gets out, or deceives whoever reads what it
# made. Perl, since it is part of every Debian and Ubuntu and can call the kernel; nothing outside its core is used.
use strict;
use warnings;
use POSIX ();

my ($way, $own, @rest) = @ARGV;
my @reads;
push @reads, shift @rest while @rest && $rest[0] ne '--';
shift @rest;
die "confine.pl: nothing to start\n" unless @rest && ($way eq 'namespaces' || $way eq 'landlock');

# What both have, by the machine's numbers.
my $machine = (POSIX::uname())[4];
my %numbers = (
    x86_64 => {
        audit => 0xc000003e, prctl => 157, unshare => 272, mount => 165, umount2 => 166, pivot_root => 155,
        clone => 56, socket => 41,
        refused => [
            42,                 # connect
            76,                 # truncate, which Landlock knows of from its third version on
            88, 266,            # symlink, symlinkat
            133, 259,           # mknod, mknodat
            272, 308,           # unshare, setns
            101, 310, 311,      # ptrace, process_vm_readv, process_vm_writev
            248, 249, 250,      # add_key, request_key, keyctl
            298, 321, 323,      # perf_event_open, bpf, userfaultfd
        ],
    },
    aarch64 => {
        audit => 0xc00000b7, prctl => 167, unshare => 97, mount => 40, umount2 => 39, pivot_root => 41,
        clone => 220, socket => 198,
        refused => [203, 45, 36, 33, 97, 268, 117, 270, 271, 217, 218, 219, 241, 280, 282],
    },
);
my $nr = $numbers{$machine} or die "confine.pl: unknown machine $machine\n";
# The same everywhere.
my %new = (
    clone3 => 435, mount_setattr => 442, io_uring_setup => 425, pidfd_getfd => 438,
    landlock_create_ruleset => 444, landlock_add_rule => 445, landlock_restrict_self => 446,
);

sub call {
    my ($name, @with) = @_;
    my $found = syscall($nr->{$name} // $new{$name}, @with);
    die "confine.pl: $name: $!\n" if $found == -1;
    return $found;
}

sub prctl { return call('prctl', @_, (0) x (5 - @_)) }

my ($PR_SET_PDEATHSIG, $PR_SET_SECCOMP, $PR_CAPBSET_DROP, $PR_SET_NO_NEW_PRIVS) = (1, 22, 24, 38);
my $SIGKILL = 9;

my @devices = ('/dev/null', '/dev/urandom');
@reads = grep { -e } @reads;
mkdir "$own/temporary", 0700;
if ($way eq 'landlock') {
    prctl($PR_SET_PDEATHSIG, $SIGKILL);
    prctl($PR_SET_NO_NEW_PRIVS, 1);
    landlock();
    start();
}
namespaces();
pass_on(in_new_processes());

# Becomes the program, without any way back.
sub start {
    chdir $own or die "confine.pl: $own: $!\n";
    prctl($PR_SET_NO_NEW_PRIVS, 1);
    filter();
    exec { $rest[0] } @rest or die "confine.pl: $rest[0]: $!\n";
}

# A file system of its own, under users of its own.
sub namespaces {
    my ($user, $group) = ($>, $) + 0);
    # CLONE_NEWNS, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
    call('unshare', 0x00020000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000);
    write_to('/proc/self/setgroups', 'deny');
    write_to('/proc/self/uid_map', "$user $user 1");
    write_to('/proc/self/gid_map', "$group $group 1");
    prctl($PR_SET_PDEATHSIG, $SIGKILL);

    my ($MS_BIND, $MS_REC, $MS_PRIVATE, $MNT_DETACH) = (0x1000, 0x4000, 0x40000, 2);
    my ($RDONLY, $NOSUID, $NODEV, $NOEXEC) = (1, 2, 4, 8);
    call('mount', 'none', '/', 0, $MS_REC | $MS_PRIVATE, 0);
    call('mount', 'none', '/tmp', 'tmpfs', 0, 'size=1m,mode=0755');
    chdir '/tmp' or die "confine.pl: /tmp: $!\n";
    mkdir 'old';
    call('pivot_root', '.', 'old');
    chdir '/';
    my $show = sub {
        my ($place, $flags, $as) = @_;
        $as //= $place;
        make_place($as, -d "/old$place");
        call('mount', "/old$place", $as, 0, $MS_BIND | $MS_REC, 0);
        # AT_FDCWD, AT_RECURSIVE; what to set, to clear, to share, whose.
        call('mount_setattr', -100, $as, 0x8000, pack('Q4', $flags, 0, 0, 0), 32);
    };
    for my $place (@reads) {
        my $at = readlink "/old$place";
        if (defined $at) { make_place(($place =~ m{(.*)/})[0], 1); symlink $at, $place }
        else { $show->($place, $RDONLY | $NOSUID | $NODEV) }
    }
    $show->($_, $RDONLY | $NOSUID | $NOEXEC) for @devices;
    # The system's folder for temporary files is one of its own.
    $show->("$own/temporary", $NOSUID | $NODEV | $NOEXEC, '/tmp');
    $show->($own, $NOSUID | $NODEV | $NOEXEC);
    call('umount2', '/old', $MNT_DETACH);
    rmdir '/old';
    call('mount_setattr', -100, '/', 0, pack('Q4', $RDONLY | $NOSUID | $NODEV, 0, 0, 0), 32);
}

# Starts it below a first process, which the kernel treats apart, and answers how it ended.
sub in_new_processes {
    pipe my $reading, my $writing or die "confine.pl: $!\n";
    my $first = fork // die "confine.pl: $!\n";
    if ($first == 0) {
        prctl($PR_SET_PDEATHSIG, $SIGKILL);
        close $reading;
        my $program = fork // die "confine.pl: $!\n";
        if ($program == 0) {
            # The bounding set: who is root there gets nothing by that.
            for my $capability (0 .. 63) { last if syscall($nr->{prctl}, $PR_CAPBSET_DROP, $capability, 0, 0, 0) == -1 }
            start();
        }
        close STDERR;
        while ((my $ended = wait) != -1) {
            next unless $ended == $program;
            syswrite $writing, pack('S', $?);
            POSIX::_exit(0);
        }
    }
    close $writing;
    close STDERR;
    my $said = '';
    sysread $reading, $said, 2;
    waitpid $first, 0;
    return length $said == 2 ? unpack('S', $said) : $?;
}

# Ends as another process did.
sub pass_on {
    my ($status) = @_;
    my $signal = $status & 127;
    if ($signal) {
        $SIG{$_} = 'DEFAULT' for keys %SIG;
        kill $signal, $$;
    }
    POSIX::_exit($signal ? 128 + $signal : $status >> 8);
}

# Nothing but what was named may be opened.
sub landlock {
    my $version = call('landlock_create_ruleset', 0, 0, 1);
    # All that this kernel knows: 13 kinds of access, then three that came one by one.
    my $all = (1 << (13 + ($version >= 2) + ($version >= 3) + ($version >= 5))) - 1;
    my ($EXECUTE, $WRITE, $READ, $LIST, $SOCKET, $TRUNCATE) = (1, 2, 4, 8, 1 << 9, 1 << 14);
    # Removing, making folders, files and sockets, moving within.
    my $change = 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8 | $SOCKET | 1 << 13;
    my @handled = ($all);
    push @handled, 3 if $version >= 4;    # no port is bound or connected to
    push @handled, 3 if $version >= 6;    # nobody outside is signalled, no abstract socket is reached
    my $rules = call('landlock_create_ruleset', pack('Q*', @handled), 8 * @handled, 0);
    my $allow = sub {
        my ($place, $access) = @_;
        # O_PATH, O_CLOEXEC
        my $file = POSIX::open($place, 0x200000 | 0x80000) // die "confine.pl: $place: $!\n";
        my $mask = -d $place ? $all : $EXECUTE | $WRITE | $READ | $TRUNCATE;
        call('landlock_add_rule', $rules, 1, pack('Ql', $access & $mask & $all, $file), 0);
        POSIX::close($file);
    };
    $allow->($_, $READ | $LIST | $EXECUTE) for @reads;
    $allow->($_, $READ | $WRITE) for @devices;
    $allow->($own, $READ | $LIST | $WRITE | $TRUNCATE | $change);
    # LibreOffice waits for its document at a socket there.
    $allow->('/tmp', $SOCKET);
    call('landlock_restrict_self', $rules, 0);
    POSIX::close($rules);
}

# Refuses, for good: each network and each socket of somebody else; links, pipes and devices, which would deceive
# whoever reads what was made; namespaces, and what has shown faults of the kernel.
sub filter {
    my ($LOAD, $EQUAL, $AT_LEAST, $SET, $AND, $RETURN) = (0x20, 0x15, 0x35, 0x45, 0x54, 0x06);
    my ($allow, $kill, $refuse, $unknown) = (0x7fff0000, 0x80000000, 0x00050001, 0x00050026);
    # Where they jump is counted from the next one.
    my $one = sub { my ($code, $k, $yes, $no) = @_; return pack('SCCL', $code, $yes // 0, $no // 0, $k) };
    my @filter = (
        $one->($LOAD, 4), $one->($EQUAL, $nr->{audit}, 1, 0), $one->($RETURN, $kill),
        $one->($LOAD, 0),
        # x32, another way to each call.
        $one->($AT_LEAST, 0x40000000, 0, 1), $one->($RETURN, $refuse),
    );
    for my $number (@{ $nr->{refused} }, @new{qw(io_uring_setup pidfd_getfd)}) {
        push @filter, $one->($EQUAL, $number, 0, 1), $one->($RETURN, $refuse);
    }
    push @filter,
        # Its flags cannot be seen; the C library then uses the older call.
        $one->($EQUAL, $new{clone3}, 0, 1), $one->($RETURN, $unknown),
        # clone: no namespace.
        $one->($EQUAL, $nr->{clone}, 0, 4), $one->($LOAD, 16), $one->($SET, 0x7e020000, 0, 1),
        $one->($RETURN, $refuse), $one->($RETURN, $allow),
        # socket: AF_UNIX, SOCK_STREAM.
        $one->($EQUAL, $nr->{socket}, 0, 6), $one->($LOAD, 16), $one->($EQUAL, 1, 0, 3),
        $one->($LOAD, 24), $one->($AND, 0xf), $one->($EQUAL, 1, 1, 0), $one->($RETURN, $refuse),
        $one->($RETURN, $allow);
    my $text = join '', @filter;
    prctl($PR_SET_SECCOMP, 2, pack('SxxxxxxP', scalar @filter, $text));
}

sub make_place {
    my ($place, $is_folder) = @_;
    my (undef, @parts) = split m{/}, $place;
    my $last = $is_folder ? undef : pop @parts;
    my $at = '';
    for my $part (@parts) { $at .= "/$part"; mkdir $at, 0755 }
    return if $is_folder;
    open my $file, '>', "$at/$last" or die "confine.pl: $at/$last: $!\n";
    close $file;
}

sub write_to {
    my ($file, $text) = @_;
    open my $out, '>', $file or die "confine.pl: $file: $!\n";
    syswrite $out, $text or die "confine.pl: $file: $!\n";
    close $out;
}
